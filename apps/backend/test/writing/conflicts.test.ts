import { albumOperations, mediaOperations, peopleOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aPerson, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sendAny, sendRejected, send } from './send.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

const read = (slug: string) => send(browser, voyageOperations.get, { params: { slug } });
const ifMatch = (etag: string) => ({ 'if-match': etag });

describe('two curators who edit one voyage', () => {
  const write = (slug: string, etag: string, notes: string) => ({
    params: { voyage_slug: slug },
    body: { start_date: '1946-03-07', title: 'Cruise', notes },
    headers: ifMatch(etag),
  });

  test('the second gets 412 with the current ETag, and nothing is lost', async () => {
    const { slug } = await aVoyage().save(api.database);
    const { etag } = await read(slug);
    const first = await send(browser, voyageOperations.update, write(slug, etag, 'Text of the first.'));
    const problem = await sendRejected(browser, voyageOperations.update, write(slug, etag, 'Text of the second.'), 412);
    expect(problem).toMatchObject({
      detail: 'This voyage has been changed by someone else since you opened it.',
      etag: expect.stringMatching(/^"\d+\.\d+"$/),
    });
    expect((await read(slug)).body.notes).toBe('Text of the first.');
    expect((await read(slug)).etag).toBe(first.etag);
    const last = await send(browser, voyageOperations.update, write(slug, problem.etag ?? '', 'Both texts.'));
    expect(last.body.notes).toBe('Both texts.');
    const history = await browser.json<{ before: { notes: string } | null }[]>(`/api/curator/history/voyage/${slug}`);
    expect(history.map(({ before }) => before?.notes)).toEqual(['Text of the first.', null]);
  });

  test('at the same moment, one succeeds and the other gets 412', async () => {
    const { slug } = await aVoyage().save(api.database);
    const { etag } = await read(slug);
    const texts = ['one', 'two', 'three', 'four'];
    const responses = await Promise.all(
      texts.map((text) => sendAny(browser, voyageOperations.update, write(slug, etag, text))),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
    const winner = texts[responses.findIndex(({ status }) => status === 200)];
    expect((await read(slug)).body.notes).toBe(winner);
  });

  test('without an ETag the last change wins, and the others stay in the history', async () => {
    const { slug } = await aVoyage().save(api.database);
    const texts = ['a', 'b', 'c'];
    for (const text of texts) {
      const { headers: _, ...sent } = write(slug, '', text);
      await send(browser, voyageOperations.update, sent);
    }
    expect((await read(slug)).body.notes).toBe('c');
    const history = await browser.json<{ revision: number; before: { notes: string | null } }[]>(
      `/api/curator/history/voyage/${slug}`,
    );
    expect(history.map(({ revision, before }) => [revision, before.notes])).toEqual([
      [3, 'b'],
      [2, 'a'],
      [1, null],
    ]);
  });

  test.each([
    ['an ETag of another record', '"1.1"', 412],
    ['an invalid ETag', 'nonsense', 412],
    ['any', '*', 200],
  ])('%s', async (_, tag, status) => {
    const { slug } = await aVoyage().save(api.database);
    expect((await sendAny(browser, voyageOperations.update, write(slug, tag, 'x'))).status).toBe(status);
  });

  test('one matching ETag is enough, weak or strong', async () => {
    const { slug } = await aVoyage().save(api.database);
    const { etag } = await read(slug);
    await send(browser, voyageOperations.update, write(slug, `"0.0", W/${etag}`, 'x'));
  });
});

describe('the ETag of a voyage', () => {
  test('changes with passengers and media, and each change returns the new one', async () => {
    const [person, other] = [await aPerson().save(api.database), await aPerson().save(api.database)];
    const media = await aMedia().save(api.database);
    const { slug } = await aVoyage().aboard(person).save(api.database);
    let { etag } = await read(slug);
    const voyage_slug = slug;
    const steps = [
      () =>
        send(browser, peopleOperations.link, {
          body: { voyage_slug, person_slug: other.slug },
          headers: ifMatch(etag),
        }),
      () =>
        send(browser, peopleOperations.relink, {
          body: { voyage_slug, person_slug: other.slug, is_crew: true },
          headers: ifMatch(etag),
        }),
      () =>
        send(browser, peopleOperations.reorder, {
          query: { voyage_slug, person_slug: other.slug, direction: 'up' },
          headers: ifMatch(etag),
        }),
      () =>
        send(browser, peopleOperations.unlink, {
          query: { voyage_slug, person_slug: other.slug },
          headers: ifMatch(etag),
        }),
      () =>
        send(browser, mediaOperations.link, { body: { voyage_slug, media_slug: media.slug }, headers: ifMatch(etag) }),
      () =>
        send(browser, mediaOperations.unlink, {
          query: { voyage_slug, media_slug: media.slug },
          headers: ifMatch(etag),
        }),
    ];
    for (const step of steps) {
      const { headers } = await step();
      const before = etag;
      etag = headers.get('x-voyage-etag') ?? '';
      const body = { start_date: '1946-03-07', title: 'Cruise' };
      const stale = { params: { voyage_slug }, body, headers: ifMatch(before) };
      expect((await sendRejected(browser, voyageOperations.update, stale, 412)).etag).toBe(etag);
    }
    const deletion = { params: { voyage_slug }, headers: ifMatch('"0.0"') };
    await sendRejected(browser, voyageOperations.remove, deletion, 412);
    await send(browser, voyageOperations.remove, { params: { voyage_slug }, headers: ifMatch(etag) });
  });

  test('must match when passengers are added', async () => {
    const person = await aPerson().save(api.database);
    const { slug } = await aVoyage().save(api.database);
    const body = { voyage_slug: slug, person_slug: person.slug };
    await sendRejected(browser, peopleOperations.link, { body, headers: ifMatch('"0.0"') }, 412);
    expect((await read(slug)).body.passengers).toEqual([]);
  });

  test('changes after a person is renamed, without a conflict', async () => {
    const { slug } = await aVoyage().aboard('Old Name').save(api.database);
    const before = await read(slug);
    await send(browser, peopleOperations.update, {
      params: { person_slug: 'name-old' },
      body: { full_name: 'New Name' },
    });
    const response = await browser.get(`/api/voyages/${slug}`, { 'if-none-match': before.etag });
    expect(response.status).toBe(200);
    const now = await read(slug);
    expect(now.etag).not.toBe(before.etag);
    expect((await browser.get(`/api/voyages/${slug}`, { 'if-none-match': now.etag })).status).toBe(304);
    await send(browser, voyageOperations.update, {
      params: { voyage_slug: slug },
      body: { ...before.body, notes: 'Mine.' },
      headers: ifMatch(before.etag),
    });
  });
});

describe('other records with an outdated ETag', () => {
  test('a person', async () => {
    const { slug } = await aPerson('Edited Twice').save(api.database);
    const { etag } = await send(browser, peopleOperations.get, { params: { slug } });
    const write = (full_name: string) => ({
      params: { person_slug: slug },
      body: { full_name },
      headers: ifMatch(etag),
    });
    await send(browser, peopleOperations.update, write('First'));
    expect((await sendRejected(browser, peopleOperations.update, write('Second'), 412)).detail).toBe(
      'This person has been changed by someone else since you opened it.',
    );
    await sendRejected(
      browser,
      peopleOperations.remove,
      { params: { person_slug: slug }, headers: ifMatch(etag) },
      412,
    );
  });

  test('media', async () => {
    const { slug } = await aMedia().save(api.database);
    const { etag } = await send(browser, mediaOperations.get, { params: { slug } });
    const write = (title: string) => ({ params: { media_slug: slug }, body: { title }, headers: ifMatch(etag) });
    await send(browser, mediaOperations.update, write('First'));
    await sendRejected(browser, mediaOperations.update, write('Second'), 412);
    expect((await send(browser, mediaOperations.get, { params: { slug } })).body.title).toBe('First');
  });

  test('an album', async () => {
    const { slug } = await aVoyage().save(api.database);
    const media = await aMedia().save(api.database);
    const response = await send(browser, albumOperations.create, { body: { title: 'A', voyage_slug: slug } });
    const params = { album_slug: response.body.album_slug };
    const entry = { params, body: { media_slug: media.slug }, headers: ifMatch(response.etag) };
    await send(browser, albumOperations.addMedia, entry);
    const taking = { params: { ...params, media_slug: media.slug }, headers: ifMatch(response.etag) };
    await sendRejected(browser, albumOperations.removeMedia, taking, 412);
    await sendRejected(browser, albumOperations.remove, { params, headers: ifMatch(response.etag) }, 412);
  });
});
