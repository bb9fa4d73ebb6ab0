import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  albumOperations,
  type Operation,
  ingestOperations,
  mediaOperations,
  peopleOperations,
  presidentOperations,
  voyageOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Retention } from '../../src/queues/index.ts';
import { aMedia, aPerson, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { startWorker } from '../support/worker.ts';
import { sendAny, sendRejected, send } from './send.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

const keyHeader = (key: string) => ({ 'idempotency-key': key });
const count = async (table: string) => {
  const { rows } = await api.database.pool.query<{ n: string }>(`select count(*) n from ${table}`);
  return Number(rows[0]?.n);
};

describe('a request that is repeated with its key', () => {
  test('gets the first response, whatever has happened since', async () => {
    const sent = { body: { start_date: '1946', title: 'Once' }, headers: keyHeader('first-answer') };
    const first = await send(browser, voyageOperations.create, sent);
    const { voyage_slug } = first.body;
    await send(browser, voyageOperations.update, { params: { voyage_slug }, body: { start_date: '1947' } });
    const before = await count('voyage');
    const secondResponse = await send(browser, voyageOperations.create, sent);
    expect([secondResponse.body, secondResponse.etag]).toEqual([first.body, first.etag]);
    expect(secondResponse.headers.get('location')).toBe(`/api/voyages/${voyage_slug}`);
    expect([first.headers.get('idempotency-replayed'), secondResponse.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await count('voyage')).toBe(before);
    expect(await browser.json<unknown[]>(`/api/curator/history/voyage/${voyage_slug}`)).toHaveLength(2);
  });

  test('sent many times concurrently takes effect once', async () => {
    const before = await count('person');
    const sent = { body: { full_name: 'Only Once' }, headers: keyHeader('at-once') };
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(browser, peopleOperations.create, sent)));
    expect(new Set(responses.map(({ body }) => body.person_slug))).toEqual(new Set(['once-only']));
    expect(responses.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(await count('person')).toBe(before + 1);
  });

  test('works for every create operation', async () => {
    const voyage = await aVoyage().save(api.database);
    const person = await aPerson().save(api.database);
    const media = await aMedia().save(api.database);
    const voyage_slug = voyage.slug;
    const response = await send(browser, albumOperations.create, { body: { title: 'A', voyage_slug } });
    const { album_slug } = response.body;
    const requests: [Operation, object][] = [
      [presidentOperations.create, { body: { full_name: 'New Owner', term_start: '1925' } }],
      [albumOperations.create, { body: { title: 'B', voyage_slug } }],
      [albumOperations.addMedia, { params: { album_slug }, body: { media_slug: media.slug } }],
      [peopleOperations.link, { body: { person_slug: person.slug, voyage_slug } }],
      [mediaOperations.link, { body: { media_slug: media.slug, voyage_slug } }],
    ];
    for (const [operation, sent] of requests) {
      const request = { ...sent, headers: keyHeader(operation.id) };
      const first = await sendAny(browser, operation, request);
      const secondResponse = await sendAny(browser, operation, request);
      expect([operation.id, secondResponse.status, await secondResponse.text()]).toEqual([
        operation.id,
        operation.status ?? 200,
        await first.text(),
      ]);
      expect(secondResponse.headers.get('x-voyage-etag')).toBe(first.headers.get('x-voyage-etag'));
    }
  });

  test('starts one import, as JSON or as form data, and stores one document', async () => {
    const form = (document: string) => {
      const data = new FormData();
      data.set('file', new Blob([document]), 'voyages.md');
      return { body: data, headers: keyHeader('ingest-form') };
    };
    const json = { body: { document: '# President Ford', filename: 'a.md' }, headers: keyHeader('ingest-json') };
    const senders: (() => Promise<Response>)[] = [
      () => sendAny(browser, ingestOperations.start, json),
      () => browser.request('POST', '/api/curator/ingest', form('# President Ford')),
    ];
    for (const sendRequest of senders) {
      const [first, secondResponse] = [await sendRequest(), await sendRequest()];
      expect([first.status, secondResponse.status]).toEqual([202, 202]);
      const operation = await first.json();
      expect(await secondResponse.json()).toEqual(operation);
      expect(secondResponse.headers.get('location')).toBe(first.headers.get('location'));
      expect(secondResponse.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(await count('ingest_operation')).toBe(2);
    const stored = await readdir(path.join(api.config.dataDirectory, 'media/_system/documents'));
    expect(stored).toHaveLength(2);
    const other = await browser.request('POST', '/api/curator/ingest', form('# President Nixon'));
    expect(other.status).toBe(422);
  });

  test('with other content is rejected', async () => {
    const headers = keyHeader('other-content');
    await send(browser, peopleOperations.create, { body: { full_name: 'A' }, headers });
    expect(
      await sendRejected(browser, peopleOperations.create, { body: { full_name: 'B' }, headers }, 422),
    ).toMatchObject({
      detail: 'This Idempotency-Key was used for another request.',
    });
    await sendRejected(browser, voyageOperations.create, { body: { start_date: '1946' }, headers }, 422);
  });

  test('is processed again after a rejection', async () => {
    const { slug } = await aPerson('Not Yet Aboard').save(api.database);
    const voyage = await aVoyage().aboard('Someone Else').save(api.database);
    const sent = { body: { person_slug: slug, voyage_slug: 'not-yet' }, headers: keyHeader('tried-anew') };
    await sendRejected(browser, peopleOperations.link, sent, 404);
    await api.database.pool.query(`update voyage set slug = 'not-yet' where id = $1`, [voyage.id]);
    await send(browser, peopleOperations.link, sent);
  });

  test('is a new request a day later', async () => {
    const sent = { body: { full_name: 'Next Day' }, headers: keyHeader('next-day') };
    await send(browser, peopleOperations.create, sent);
    const age = (hours: number) =>
      api.database.pool.query(
        `update idempotency_key set created_at = now() - make_interval(hours => $1) where key = 'next-day'`,
        [hours],
      );
    await age(23);
    expect((await send(browser, peopleOperations.create, sent)).body.person_slug).toBe('day-next');
    await age(25);
    expect((await send(browser, peopleOperations.create, sent)).body.person_slug).toBe('day-next-2');
  });

  test('expires after a day', async () => {
    const headers = keyHeader('forgotten');
    await send(browser, peopleOperations.create, { body: { full_name: 'Forgotten' }, headers });
    await api.database.pool.query(`update idempotency_key set created_at = now() - interval '25 hours'`);
    const worker = await startWorker(api);
    await worker.get(Retention).apply('idempotency-keys');
    await worker.close();
    expect(await count('idempotency_key')).toBe(0);
  });
});

test.each(['', 'with space', 'x'.repeat(201), 'ümlaut'])('the key %j is rejected', async (key) => {
  const headers = { 'idempotency-key': key === 'ümlaut' ? Buffer.from(key).toString('latin1') : key };
  const response = await sendAny(browser, peopleOperations.create, { body: { full_name: 'A' }, headers });
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ detail: 'An Idempotency-Key has 1 to 200 visible characters.' }),
  ]);
});
