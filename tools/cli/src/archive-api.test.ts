import { afterEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntilReady } from './archive-api.ts';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** An API whose storage is in this state. */
async function apiWith(storage: object): Promise<string> {
  server = createServer((_request, response) => {
    const body = { status: 'down', dependencies: { database: { status: 'up', detail: null }, storage }, warnings: [] };
    response.writeHead(503, { connection: 'close' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a start ends at once, with the reason, if the storage rejects requests', async () => {
  const detail = 'Rejects requests: its bucket doesn’t exist. Create the bucket, or correct S3_BUCKET.';
  const url = await apiWith({ status: 'down', rejected: true, detail });
  await expect(waitUntilReady(url, 60_000, new AbortController().signal)).rejects.toThrow(
    `The archive can’t start. storage: ${detail}`,
  );
});

test('a start waits for a storage that does not respond, and then names it', async () => {
  const url = await apiWith({ status: 'down', detail: 'Does not respond.' });
  await expect(waitUntilReady(url, 500, new AbortController().signal)).rejects.toThrow(
    'The API was not ready after 0.5 s (storage: Does not respond.)',
  );
});
