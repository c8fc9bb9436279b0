import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { expect, test, vi } from 'vitest';
import { startMysql } from './mysql.ts';

test('with FUNNEL_LAB_MYSQL=oracle-5.6 the private server is MySQL of Oracle', async () => {
  vi.stubEnv('FUNNEL_LAB_MYSQL', 'oracle-5.6');
  const server = await startMysql({ private: true, log() {} });
  expect(server.info).toMatchObject({ product: 'MySQL', version: '5.6.24', source: 'unpacked' });
  const connection = await createConnection(server.options);
  const [rows] = await connection.query<RowDataPacket[]>('SELECT @@version_comment AS comment');
  expect(rows[0]!.comment).toBe('MySQL Community Server (GPL)');
  await connection.end();
  await server.stop();
});
