import { describe, expect, it } from 'vitest';
import { judgePlatform } from './platform.mjs';

const here = { version: 'v20.19.0', platform: 'linux', arch: 'x64', execPath: '/usr/bin/node' };

describe('judgePlatform', () => {
  it.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0'])('lets Node %s work', (version) => {
    expect(judgePlatform({ ...here, version })).toEqual({});
  });

  it.each(['v18.20.8', 'v20.18.3', 'v8.17.0'])('refuses Node %s with exit 2', (version) => {
    const { refusal } = judgePlatform({ ...here, version });
    expect(refusal?.exitCode).toBe(2);
    expect(refusal?.message).toContain(
      `Node 20.19 or newer is needed; /usr/bin/node is ${version}`,
    );
  });

  it('lets macOS work and says that it is untested', () => {
    const { refusal, note } = judgePlatform({ ...here, platform: 'darwin', arch: 'arm64' });
    expect(refusal).toBeUndefined();
    expect(note).toContain('untested');
  });

  it.each([
    ['win32', 'x64'],
    ['linux', 'arm64'],
    ['freebsd', 'x64'],
  ])('refuses %s on %s with exit 3', (platform, arch) => {
    const { refusal } = judgePlatform({ ...here, platform, arch });
    expect(refusal?.exitCode).toBe(3);
    expect(refusal?.message).toContain(`${platform} on ${arch} is not supported`);
  });
});
