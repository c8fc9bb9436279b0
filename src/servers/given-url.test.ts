import { expect, test } from 'vitest';
import { parseServerUrl } from './given-url.ts';

const forms = ['mysql://user@host', 'unix:///path'];
const parse = (text: string) => parseServerUrl('MYSQL_URL', text, forms, 3306);

test('a URL is taken apart, with its escapes and defaults', () => {
  expect(parse('mysql://sh%40p:p%3Ass@db.example/x?socket=/run/a.sock')).toMatchObject({
    host: 'db.example',
    port: 3306,
    user: 'sh@p',
    password: 'p:ss',
    path: '/x',
  });
  expect(parse('mysql://root@[::1]:3307')).toMatchObject({ host: '::1', port: 3307 });
  expect(parse('unix:///run/a%20b.sock')).toMatchObject({ path: '/run/a b.sock' });
});

test.each([
  'localhost:3306',
  'http://root:hunter2@host',
  'mysql://root:hunter2@host:99999',
  'mysql://root:hunter2%@host',
  'mysql://root:hunter2@',
  'root:hunter2@host',
  '',
])('%j is refused with exit 2, the forms understood, and no password', (text) => {
  let error: unknown;
  try {
    parse(text);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining('MYSQL_URL') });
  expect(String(error)).not.toContain('hunter2');
});
