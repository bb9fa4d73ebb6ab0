import { mediaOperations, type OperationBody, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aMedia, aVoyage } from '../builders/index.ts';
import type { SavedRecord } from '../builders/records.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { HistoryPages } from './history.ts';
import { send, sendRejected } from './send.ts';

type Order = OperationBody<typeof mediaOperations.setOrder>['media'];

let api: TestApi;
let browser: Browser;
let history: HistoryPages;
let voyage_slug: string;
/** Media by title: A, B and C are sources, X and Y additional sources. */
const slugs = new Map<string, string>();

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  history = new HistoryPages(browser);
});
afterAll(() => api.close());
beforeEach(async () => {
  const voyage = aVoyage();
  for (const title of ['A', 'B', 'C', 'X', 'Y']) {
    const media: SavedRecord = await aMedia(title).save(api.database);
    slugs.set(title, media.slug);
    voyage.showing(media, title < 'X' ? 'source' : 'additional_source');
  }
  ({ slug: voyage_slug } = await voyage.save(api.database));
});

const slugOf = (title: string) => slugs.get(title) ?? title;
const orderOf = (titles: string): Order => titles.split(' ').map((title) => ({ media_slug: slugOf(title) }));
const request = (media: Order, headers?: Record<string, string>) => ({
  params: { voyage_slug },
  body: { media },
  ...(headers ? { headers } : {}),
});
const arrange = (media: Order, headers?: Record<string, string>) =>
  send(browser, mediaOperations.setOrder, request(media, headers));
const read = () => send(browser, voyageOperations.get, { params: { slug: voyage_slug } });
const onVoyage = async () => {
  const { media } = (await read()).body;
  const numbered = (category: string) => media.filter(({ media_category }) => media_category === category);
  for (const list of [numbered('source'), numbered('additional_source')])
    expect(list.map(({ sort_order }) => sort_order)).toEqual(list.map((_, index) => index + 1));
  const titles = (category: string) =>
    numbered(category)
      .map(({ title }) => title)
      .join(' ');
  return `${titles('source')}, ${titles('additional_source')}`;
};

describe('the media of a voyage', () => {
  test('are arranged in each category', async () => {
    const { etag } = await read();
    const { body, headers } = await arrange(orderOf('Y C X A B'), { 'if-match': etag });
    expect(body.map(({ title, media_category, sort_order }) => [title, media_category, sort_order])).toEqual([
      ['C', 'source', 1],
      ['A', 'source', 2],
      ['B', 'source', 3],
      ['Y', 'additional_source', 1],
      ['X', 'additional_source', 2],
    ]);
    const voyage = await read();
    expect(voyage.body.media).toEqual(body);
    expect(voyage.etag.startsWith(headers.get('x-voyage-etag')?.replace(/"$/, '-') ?? 'none')).toBe(true);
    // The same order again changes nothing.
    const again = await arrange(orderOf('C A B Y X'), { 'if-match': voyage.etag });
    expect(again.headers.get('x-voyage-etag')).toBeNull();
    expect((await read()).etag).toBe(voyage.etag);
    expect(await history.actions('voyage', voyage_slug)).toEqual(['update']);
  });

  test('change their category at their new place, and keep their notes', async () => {
    const query = { media_slug: slugOf('B'), voyage_slug };
    await send(browser, mediaOperations.unlink, { query });
    await send(browser, mediaOperations.link, { body: { ...query, notes: 'From the log', sort_order: 2 } });
    await arrange([
      { media_slug: slugOf('Y'), media_category: 'source' },
      ...orderOf('A X C'),
      { media_slug: slugOf('B'), media_category: 'additional_source' },
    ]);
    expect(await onVoyage()).toBe('Y A C, X B');
    const { rows } = await api.database.pool.query(
      'select l.notes from voyage_media l join media m on m.id = l.media_id where m.slug = $1',
      [slugOf('B')],
    );
    expect(rows).toEqual([{ notes: 'From the log' }]);
  });

  test('that differ from the list are a conflict, and nothing changes', async () => {
    const { etag } = await read();
    await arrange(orderOf('B A C X Y'));
    const late = await sendRejected(
      browser,
      mediaOperations.setOrder,
      request(orderOf('C B A X Y'), { 'if-match': etag }),
      412,
    );
    expect(late.etag).toBeDefined();
    const missing = await sendRejected(browser, mediaOperations.setOrder, request(orderOf('A B C X')), 409);
    expect(missing.detail).toBe('“Y” is attached to this voyage and missing from the new order.');
    const { slug: other } = await aMedia('Other').save(api.database);
    const unknown = await sendRejected(
      browser,
      mediaOperations.setOrder,
      request([...orderOf('A B C X Y'), { media_slug: other }]),
      409,
    );
    expect(unknown.detail).toBe(`“${other}” is not attached to this voyage.`);
    const twice = await sendRejected(browser, mediaOperations.setOrder, request(orderOf('A B C X Y A')), 422);
    expect(twice.errors).toEqual([{ path: 'media', message: `The list contains “${slugOf('A')}” more than once.` }]);
    expect(await onVoyage()).toBe('B A C, X Y');
    const nowhere = { params: { voyage_slug: 'nowhere' }, body: { media: [] } };
    await sendRejected(browser, mediaOperations.setOrder, nowhere, 404);
  });

  test('arranged by two curators at the same moment: one succeeds, and the other gets 412', async () => {
    const other = await api.signIn();
    const { etag } = await read();
    const responses = await Promise.all(
      [browser, other].map((curator, index) =>
        curator.send(
          'PUT',
          `/api/curator/voyages/${voyage_slug}/media`,
          request(orderOf(['C B A X Y', 'B C A Y X'][index]!)).body,
          {
            'if-match': etag,
          },
        ),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect(['C B A, X Y', 'B C A, Y X']).toContain(await onVoyage());
  });
});

describe('the history of a voyage', () => {
  test('shows a new order and a new category, and restores both', async () => {
    await arrange(orderOf('C A B X Y'));
    await arrange([
      ...orderOf('C A'),
      { media_slug: slugOf('B'), media_category: 'additional_source' },
      ...orderOf('X Y'),
    ]);
    const [category, order] = await history.revisionsOf('voyage', voyage_slug);
    expect(order?.changes).toEqual([
      {
        field: 'media',
        label: 'Media',
        from: 'A\nB\nC\nX (additional source)\nY (additional source)',
        to: 'C\nA\nB\nX (additional source)\nY (additional source)',
      },
    ]);
    expect(category?.changes).toEqual([{ field: 'media', label: 'Media', from: 'B', to: 'B (additional source)' }]);
    expect(await onVoyage()).toBe('C A, B X Y');
    await history.restore('voyage', voyage_slug, category!.revision);
    expect(await onVoyage()).toBe('C A B, X Y');
    await history.restore('voyage', voyage_slug, order!.revision);
    expect(await onVoyage()).toBe('A B C, X Y');
  });

  test('restores the order and the links of its time, if media were attached and detached since', async () => {
    await arrange(orderOf('C A B Y X'));
    const { slug: media_slug } = await aMedia('D').save(api.database);
    await send(browser, mediaOperations.link, { body: { media_slug, voyage_slug, sort_order: 1 } });
    await send(browser, mediaOperations.unlink, { query: { media_slug: slugOf('A'), voyage_slug } });
    expect(await onVoyage()).toBe('D C B, Y X');
    const [detached] = await history.revisionsOf('voyage', voyage_slug);
    await arrange([...orderOf('B C'), { media_slug }, ...orderOf('X Y')]);
    expect(await onVoyage()).toBe('B C D, X Y');
    await history.undo('voyage', voyage_slug);
    expect(await onVoyage()).toBe('D C B, Y X');
    await history.restore('voyage', voyage_slug, detached!.revision);
    expect(await onVoyage()).toBe('D C A B, Y X');
  });
});
