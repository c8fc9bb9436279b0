import { describe, expect, it } from 'vitest';
import { npmFailure } from './packages.mjs';

describe('npmFailure', () => {
  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT', 'ENOTCACHED'])(
    'takes %s for a missing network',
    (code) => {
      const output = `npm error code ${code}\nnpm error network request failed\n`;
      const sentence = npmFailure(1, output);
      expect(sentence).toContain(`cannot be downloaded (${code})`);
      expect(sentence).not.toContain('\n');
    },
  );

  it('names the folder that npm cannot write to, in the words of old and new versions', () => {
    const output = 'npm ERR! code EROFS\nnpm ERR! syscall mkdir\nnpm ERR! path /ro/_cacache\n';
    expect(npmFailure(226, output)).toContain('cannot write to /ro/_cacache (EROFS)');
    expect(npmFailure(226, output.replaceAll('ERR!', 'error'))).toContain('/ro/_cacache (EROFS)');
  });

  it('says what to do when the two package files differ', () => {
    expect(npmFailure(1, 'npm error code EUSAGE\n')).toContain('run `npm install`');
  });

  it('says that there is no npm', () => {
    expect(npmFailure(127, 'sh: npm: not found\n')).toBe('npm is not on the PATH');
  });

  it('gives the code or the exit of a failure that it does not know', () => {
    expect(npmFailure(1, 'npm error code EINTEGRITY\n')).toBe('npm ci failed (EINTEGRITY)');
    expect(npmFailure(137, 'Killed\n')).toBe('npm ci failed (exit 137)');
  });
});
