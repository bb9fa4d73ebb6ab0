import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type SystemStatus, type Health, STORAGE_REJECTIONS } from '@archive/contracts';
import { aPng } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { S3Server } from '../support/s3-server.ts';
import { upload } from '../support/upload.ts';

const server = new S3Server('library');
let api: TestApi;
let curator: Browser;
beforeAll(async () => {
  await server.start();
  api = await startApi({ environment: server.environment });
  curator = await api.signIn();
});
beforeEach(() => {
  server.failing = undefined;
});
afterAll(async () => {
  await api.close();
  await server.stop();
});

const ready = async () => {
  const response = await api.visitor().get('/health/ready');
  return { status: response.status, storage: ((await response.json()) as Health).dependencies['storage'] };
};

test('curators, operators and clients learn that the storage rejects files, why, and that repeating is useless', async () => {
  server.failing = /./;
  server.failure = { status: 403, code: 'AccessDenied' };
  const { status, body, headers } = await upload(curator, await aPng());
  expect([status, headers.get('retry-after'), body.detail]).toEqual([
    507,
    null,
    '“any name.bin” was not stored. The file storage rejects it: the access key doesn’t have the permission. Trying again doesn’t help until this is fixed. Please tell technical support.',
  ]);
  expect(await ready()).toEqual({
    status: 503,
    storage: {
      status: 'down',
      rejected: true,
      detail:
        'Rejects requests: the access key doesn’t have the permission. Allow the key to list, read, write and delete in the bucket.',
    },
  });
  const { health } = await curator.json<SystemStatus>('/api/system');
  expect(health.dependencies.storage).toMatchObject({ status: 'down', rejected: true });
  expect(await (await curator.get('/ops/plain')).text()).toContain(
    'storage: down. Rejects requests: the access key doesn’t have the permission.',
  );

  server.failing = undefined;
  expect(await ready()).toEqual({ status: 200, storage: { status: 'up', detail: null } });
  expect((await upload(curator, await aPng())).status).toBe(201);
});

test('a file that is too large for the storage is rejected without stopping an upload of many', async () => {
  server.failing = /^PUT/;
  server.failure = { status: 400, code: 'EntityTooLarge' };
  const { status, body } = await upload(curator, await aPng());
  expect([status, body.detail]).toEqual([
    413,
    expect.stringContaining('“any name.bin” was not stored. The file storage rejects it: the file is too large for it'),
  ]);
});

test('a storage that is only busy is not refusing', async () => {
  server.failing = /./;
  server.failure = { status: 503, code: 'SlowDown' };
  const { status, body } = await upload(curator, await aPng());
  expect([status, body.detail]).toEqual([
    503,
    'The file storage is not available at the moment. Please try again shortly.',
  ]);
  expect((await ready()).storage?.rejected).toBeUndefined();
});

test('the runbook lists every reason with what to do', async () => {
  const runbook = await readFile(path.resolve(import.meta.dirname, '../../../../docs/runbook.md'), 'utf8');
  const rows = runbook.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const { reason, remedy } of Object.values(STORAGE_REJECTIONS))
    expect(rows).toContainEqual(['', reason, remedy, '']);
});
