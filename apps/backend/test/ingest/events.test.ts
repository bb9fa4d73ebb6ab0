import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { IngestOperation } from '@archive/contracts';
import { IngestEvents } from '../../src/modules/ingest/ingest-events.ts';
import { aDocument } from '../builders/document.ts';
import { type TestApi, startApi } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { ingest, startImport } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';

let api: TestApi;
let secondApi: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  secondApi = await startApi({ databaseUrl: api.config.database.url });
  worker = await startWorker(api);
  curator = await api.signIn();
});
afterAll(async () => {
  await secondApi?.close();
  await api?.close();
});

interface ReceivedEvent {
  id: string;
  operation: IngestOperation;
}

const address = (id: string) => `/api/curator/ingest/${id}/events`;

/** Reads events until the server closes the stream. */
async function listen(browser: Browser, id: string, headers: Record<string, string> = {}): Promise<ReceivedEvent[]> {
  const response = await browser.get(address(id), headers);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  return (await response.text())
    .split('\n\n')
    .filter((event) => event.startsWith('event: operation'))
    .map((event) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1] ?? '';
      return { id: field('id'), operation: JSON.parse(field('data')) as IngestOperation };
    });
}

test('streams all changes to clients of any process', async () => {
  const otherCurator = await secondApi.signIn();
  const id = await startImport(curator, aDocument({ voyages: 1500 }));
  const [here, there] = await Promise.all([listen(curator, id), listen(otherCurator, id)]);
  for (const events of [here, there]) {
    const steps = events.map(({ operation }) => operation.progress);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(events.length).toBeGreaterThan(1);
    expect(events.at(-1)?.operation).toMatchObject({ operation_id: id, status: 'completed', progress: 100 });
  }
});

test('sends a reconnecting client only new events', async () => {
  const { operation_id: id } = await ingest(curator, aDocument({ voyages: 1 }));
  const events = await listen(curator, id, { 'last-event-id': 'unknown' });
  expect(events).toHaveLength(1);
  expect((await curator.get(address(id), { 'last-event-id': events[0]?.id ?? '' })).status).toBe(204);
  expect((await curator.get(address('00000000-0000-4000-8000-000000000000'))).status).toBe(404);
});

test('cleans up when a client disconnects', async () => {
  const events = api.app.get(IngestEvents);
  await worker.close();
  const id = await startImport(curator, aDocument({ voyages: 1 }));
  const cookie = [...curator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = get(api.url + address(id), { agent: false, headers: { cookie } });
  request.on('error', () => undefined);
  await waitUntil(() => events.listeners === 1);
  request.destroy();
  await waitUntil(() => events.listeners === 0);
});
