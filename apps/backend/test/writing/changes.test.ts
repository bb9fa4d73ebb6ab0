import { historyOperations, type OperationQuery, peopleOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPng } from '../builders/files.ts';
import { aPerson, aVoyage } from '../builders/index.ts';
import { CURATOR, startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { upload } from '../support/upload.ts';
import { sendRejected, send } from './send.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

type Query = OperationQuery<typeof historyOperations.changes>;
const changes = async (query: Query = {}) => (await send(browser, historyOperations.changes, { query })).body;
const titles = async (query: Query) => (await changes(query)).changes.map(({ title }) => title);

const updateVoyage = (slug: string, body: object) =>
  send(browser, voyageOperations.update, {
    params: { voyage_slug: slug },
    body: { start_date: '1946-03-07', ...body },
  });

describe('the changes of all records', () => {
  test('describe what was changed', async () => {
    const { slug } = await aVoyage()
      .on('1946-03-07')
      .titled('Fog')
      .with({ spin: [{ spin: 'Snug.', source: null }], mention_menu: false })
      .aboard('Dean Acheson', { title: 'Mr.', capacity_role: 'Under Secretary' })
      .aboard('Clark Clifford', {})
      .save(api.database);
    await updateVoyage(slug, {
      title: 'Fog until noon',
      end_date: '1946-03',
      mention_menu: true,
      spin: [
        { spin: 'Snug.', source: null },
        { spin: 'Slow.', source: 'Log' },
      ],
    });
    await send(browser, peopleOperations.unlink, { query: { voyage_slug: slug, person_slug: 'acheson-dean' } });
    const [removal, update] = (await changes({ kind: 'voyage' })).changes;
    expect(update).toMatchObject({ slug, title: 'Fog until noon', changed_by: CURATOR.username, exists: true });
    expect(update?.changes).toEqual([
      { field: 'title', label: 'Title', from: 'Fog', to: 'Fog until noon' },
      { field: 'end_date', label: 'End date', from: '', to: 'March 1946' },
      { field: 'spin', label: 'Spins', from: '', to: '“Slow.” — Log' },
      { field: 'mention_menu', label: 'Menu Info', from: 'no', to: 'yes' },
    ]);
    expect(removal?.changes).toEqual([
      { field: 'passengers', label: 'People', from: 'Mr. Dean Acheson, Under Secretary', to: '' },
    ]);
  });

  test('come in pages that stay stable while records change', async () => {
    const { slug } = await aPerson('Page 0').save(api.database);
    const rename = (full_name: string) =>
      send(browser, peopleOperations.update, { params: { person_slug: slug }, body: { full_name } });
    for (const number of [1, 2, 3, 4, 5]) await rename(`Page ${number}`);
    const changesOf = (page: Awaited<ReturnType<typeof changes>>) =>
      page.changes.map(({ changes: [change] }) => `${change?.from} to ${change?.to}`);
    const first = await changes({ limit: 2 });
    expect(changesOf(first)).toEqual(['Page 4 to Page 5', 'Page 3 to Page 4']);
    expect(first.newer).toBeNull();
    await rename('Page 6');
    const second = await changes({ limit: 2, older_than: first.older ?? '' });
    expect(changesOf(second)).toEqual(['Page 2 to Page 3', 'Page 1 to Page 2']);
    const back = await changes({ limit: 2, newer_than: second.newer ?? '' });
    expect(changesOf(back)).toEqual(changesOf(first));
    expect(changesOf(await changes({ limit: 2, newer_than: back.newer ?? '' }))).toEqual(['Page 5 to Page 6']);
    await sendRejected(browser, historyOperations.changes, { query: { older_than: "'; drop table history" } }, 422);
  });

  test('are filtered by kind, action, curator, time and import', async () => {
    const { slug } = await aVoyage().on('1950-01-01').titled('Filtered voyage').save(api.database);
    const before = new Date(Date.now() - 3_600_000).toISOString();
    await updateVoyage(slug, { notes: 'Rain.' });
    await send(browser, voyageOperations.remove, { params: { voyage_slug: slug } });
    const changesWith = (query: Query) => changes({ ...query, limit: 200 });
    expect((await changesWith({ kind: ['voyage', 'album'] })).changes.every(({ kind }) => kind === 'voyage')).toBe(
      true,
    );
    expect(await titles({ action: 'delete', kind: 'voyage' })).toEqual(['Filtered voyage']);
    expect((await changesWith({ changed_by: 'nobody' })).changes).toEqual([]);
    expect((await changesWith({ until: before })).changes).toEqual([]);
    expect(await titles({ since: before, action: 'delete', kind: 'voyage' })).toEqual(['Filtered voyage']);
    expect((await changesWith({})).curators).toEqual([CURATOR.username]);
    await api.database.pool.query(
      `with o as (insert into ingest_operation (filename, document_key, document_sha256, started_by)
         values ('log.md', '_documents/log.md', sha256('log'), 'curator') returning id)
       update history set operation_id = (select id from o) where kind = 'voyage' and slug = $1`,
      [slug],
    );
    expect(await titles({ imports: 'exclude', action: 'delete', kind: 'voyage' })).toEqual([]);
    expect((await changesWith({ action: 'delete', kind: 'voyage' })).changes[0]?.operation_id).not.toBeNull();
  });
});

describe('a deleted record', () => {
  const deletion = (query: OperationQuery<typeof historyOperations.deleted>) =>
    send(browser, historyOperations.deleted, { query });

  test('is found by its slug until it is restored', async () => {
    const { slug } = await aVoyage().on('1951-01-01').titled('Lost').save(api.database);
    await sendRejected(browser, historyOperations.deleted, { query: { kind: 'voyage', slug } }, 404);
    await send(browser, voyageOperations.remove, { params: { voyage_slug: slug } });
    const { body } = await deletion({ kind: 'voyage', slug });
    expect(body).toMatchObject({ title: 'Lost', changed_by: CURATOR.username, exists: false, restorable: true });
    await send(browser, historyOperations.restore, { params: { kind: 'voyage', slug, revision: body.revision } });
    await sendRejected(browser, historyOperations.deleted, { query: { kind: 'voyage', slug } }, 404);
    expect((await changes({ kind: 'voyage', action: 'delete' })).changes[0]).toMatchObject({
      slug,
      exists: true,
      restorable: false,
    });
  });

  test('is found by the file of a media item, and cannot be restored without it', async () => {
    const { body } = await upload(browser, await aPng(), { title: 'At the rail' });
    const { media_slug, url } = body;
    const file = decodeURIComponent(String(url).replace('/media-files/', ''));
    await sendRejected(browser, historyOperations.deleted, { query: { kind: 'media', file } }, 404);
    await browser.send('DELETE', `/api/curator/media/${media_slug}?delete_from_s3=true`);
    const { body: found } = await deletion({ kind: 'media', file });
    expect(found).toMatchObject({ kind: 'media', slug: media_slug, title: 'At the rail', url, restorable: false });
  });

  test('needs a slug or the file of a media item', async () => {
    await sendRejected(browser, historyOperations.deleted, { query: { kind: 'voyage' } }, 422);
    await sendRejected(browser, historyOperations.deleted, { query: { kind: 'voyage', file: 'a/b.jpg' } }, 422);
    await sendRejected(
      browser,
      historyOperations.deleted,
      { query: { kind: 'media', slug: 'a', file: 'a/b.jpg' } },
      422,
    );
    await sendRejected(browser, historyOperations.deleted, { query: { kind: 'media', file: 'a/b.jpg' } }, 404);
  });
});
