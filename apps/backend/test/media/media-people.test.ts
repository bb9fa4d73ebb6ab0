import {
  historyOperations,
  mediaOperations,
  mediaPeopleOperations,
  type MediaPeopleSet,
  peopleOperations,
  personMergeOperations,
  personProfileOperations,
  type SearchHit,
  type SearchOverview,
  trashOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aPdf, aPng } from '../builders/files.ts';
import { aPerson, aVoyage } from '../builders/index.ts';
import type { SavedRecord } from '../builders/records.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { upload } from '../support/upload.ts';
import { send, sendAny, sendRejected } from '../writing/send.ts';

let api: TestApi;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  curator = await api.signIn();
});
afterAll(() => api.close());

const FACE = { x: 0.1, y: 0.2, width: 0.25, height: 0.3 };
const OTHER_FACE = { x: 0.6, y: 0.2, width: 0.2, height: 0.3 };

let ann: SavedRecord;
let ben: SavedRecord;
let picture: string;
beforeEach(async () => {
  ann = await aPerson().save(api.database);
  ben = await aPerson().save(api.database);
  const { slug } = await aVoyage().aboard(ben).aboard(ann).save(api.database);
  picture = (await upload(curator, await aPng(), { title: 'On deck', voyage_slug: slug })).body.media_slug;
});

const peopleOf = (media_slug = picture) => send(curator, mediaPeopleOperations.get, { params: { media_slug } });
const marksOf = async (media_slug = picture) =>
  (await peopleOf(media_slug)).body.people.map(({ person_slug, region }) => [person_slug, region]);
const mark = (people: MediaPeopleSet['people'], headers?: Record<string, string>) =>
  send(curator, mediaPeopleOperations.set, { params: { media_slug: picture }, body: { people }, headers });
const revisions = async (kind: 'media' | 'person', slug: string) =>
  (await send(curator, historyOperations.list, { params: { kind, slug } })).body;
const restore = (kind: 'media' | 'person', slug: string, revision: number) =>
  send(curator, historyOperations.restore, { params: { kind, slug, revision } });
const markBothPeople = () =>
  mark([
    { person_slug: ann.slug, region: FACE },
    { person_slug: ben.slug, region: null },
  ]);
const picturesOf = async (slug: string) =>
  (await send(curator, mediaPeopleOperations.pictures, { params: { slug } })).body.map(({ media_slug, region }) => [
    media_slug,
    region,
  ]);

describe('the people in a picture', () => {
  test('are marked with a region or in the whole picture, and listed by picture and by person', async () => {
    expect((await peopleOf()).body.suggested.map(({ person_slug }) => person_slug).toSorted()).toEqual(
      [ann.slug, ben.slug].toSorted(),
    );
    const { body } = await mark([{ person_slug: ann.slug, region: FACE }]);
    expect(body.people).toMatchObject([{ person_slug: ann.slug, region: FACE }]);
    expect(body.suggested.map(({ person_slug }) => person_slug)).toEqual([ben.slug]);
    await markBothPeople();
    expect(await marksOf()).toEqual([
      [ann.slug, FACE],
      [ben.slug, null],
    ]);
    expect(await picturesOf(ann.slug)).toEqual([[picture, FACE]]);
    expect(await picturesOf(ben.slug)).toEqual([[picture, null]]);
  });

  test('create no revision when the marks are unchanged', async () => {
    const { etag } = await markBothPeople();
    expect((await markBothPeople()).etag).toBe(etag);
    const [last, ...others] = await revisions('media', picture);
    expect(others.filter(({ action }) => action === 'update')).toEqual([]);
    expect(last).toMatchObject({ action: 'update', changed_by: 'curator' });
    expect(last?.changes).toEqual([
      expect.objectContaining({
        field: 'people',
        label: 'In this image',
        to: expect.stringContaining(', at 10% / 20%, 25% × 30%'),
      }),
    ]);
  });

  test('are not overwritten from an outdated version', async () => {
    const { etag } = await peopleOf();
    await mark([{ person_slug: ann.slug, region: FACE }], { 'if-match': etag });
    await sendRejected(
      curator,
      mediaPeopleOperations.set,
      { params: { media_slug: picture }, body: { people: [] }, headers: { 'if-match': etag } },
      412,
    );
    expect(await marksOf()).toEqual([[ann.slug, FACE]]);
  });

  test('are rejected when duplicate, outside the picture, on documents, or unknown', async () => {
    const attempt = (people: object[], status: number, media_slug = picture) =>
      sendRejected(curator, mediaPeopleOperations.set, { params: { media_slug }, body: { people } }, status);
    const whole = { person_slug: ann.slug, region: null };
    expect((await attempt([whole, whole], 422)).errors?.[0]?.path).toBe('people.1.person_slug');
    expect((await attempt([{ ...whole, region: { ...FACE, x: 0.9 } }], 422)).errors?.[0]?.path).toBe(
      'people.0.region.width',
    );
    await attempt([{ person_slug: 'nobody', region: null }], 404);
    await attempt([whole], 404, 'nothing');
    const document = (await upload(curator, aPdf(), { title: 'Menu', media_type: 'document' })).body.media_slug;
    await attempt([{ ...whole, region: FACE }], 422, document);
    const visitor = await api.visitor();
    expect((await sendAny(visitor, mediaPeopleOperations.get, { params: { media_slug: picture } })).status).toBe(401);
    expect(
      (await sendAny(visitor, mediaPeopleOperations.set, { params: { media_slug: picture }, body: { people: [] } }))
        .status,
    ).toBe(401);
  });

  test('are restored when the change is undone, and when the picture is restored from the trash', async () => {
    await markBothPeople();
    await mark([{ person_slug: ben.slug, region: OTHER_FACE }]);
    const [last] = await revisions('media', picture);
    await restore('media', picture, last!.revision);
    const marks = [
      [ann.slug, FACE],
      [ben.slug, null],
    ];
    expect(await marksOf()).toEqual(marks);
    await send(curator, mediaOperations.remove, { params: { media_slug: picture }, query: {} });
    expect(await picturesOf(ann.slug)).toEqual([]);
    await send(curator, trashOperations.restore, { body: { media_slugs: [picture] } });
    expect(await marksOf()).toEqual(marks);
  });
});

describe('a person in pictures', () => {
  test('has each picture listed once, separately from the other media of their voyages', async () => {
    const mediaOf = async (slug: string) =>
      (await send(curator, personProfileOperations.media, { params: { slug } })).body.map(
        ({ media_slug }) => media_slug,
      );
    expect(await mediaOf(ann.slug)).toEqual([picture]);
    await mark([{ person_slug: ann.slug, region: FACE }]);
    expect(await picturesOf(ann.slug)).toEqual([[picture, FACE]]);
    const { body, headers } = await send(curator, personProfileOperations.media, { params: { slug: ann.slug } });
    expect([body, headers.get('x-total-count')]).toEqual([[], '0']);
    expect(await mediaOf(ben.slug)).toEqual([picture]);
  });

  describe('who was not aboard', () => {
    const filtered = async (query: Record<string, string>) => {
      const { body } = await send(curator, mediaOperations.list, { query });
      const hits = await curator.json<SearchHit[]>(`/api/search?kind=media&${new URLSearchParams(query)}`);
      expect(hits.map(({ slug }) => slug).toSorted()).toEqual(body.map(({ media_slug }) => media_slug).toSorted());
      return body.map(({ media_slug }) => media_slug);
    };

    test('is found by the filters and prefixes of lists and the search', async () => {
      const cal = await aPerson('Calvin Marker').save(api.database);
      expect(await filtered({ person: cal.slug })).toEqual([]);
      await mark([
        { person_slug: cal.slug, region: FACE },
        { person_slug: ann.slug, region: null },
      ]);
      expect(await filtered({ person: cal.slug })).toEqual([picture]);
      expect(await filtered({ q: 'person:"Calvin Marker"' })).toEqual([picture]);
      expect(await filtered({ q: 'person:"Calvin Marker"', person: ann.slug })).toEqual([picture]);
      expect(await filtered({ q: 'person:"Calvin Marker" person:Trudeau' })).toEqual([]);
      const { facets } = await curator.json<SearchOverview>(`/api/search/overview?person=${cal.slug}`);
      expect(facets.person).toContainEqual({ value: cal.slug, label: 'Calvin Marker', count: 1 });
    });

    test('is found by the words of the name or an alias, and not by their role', async () => {
      const eve = await aPerson('Evelyn Harper')
        .with({ aliases: ['Commodore Evie'], role_title: 'Painter of sunrises' })
        .save(api.database);
      await mark([{ person_slug: eve.slug, region: FACE }]);
      expect(await filtered({ q: 'harper' })).toEqual([picture]);
      expect(await filtered({ q: 'Commodore Evie' })).toEqual([picture]);
      expect(await filtered({ q: 'sunrises' })).toEqual([]);
      const [hit] = await curator.json<SearchHit[]>('/api/search?kind=media&q=harper');
      expect(hit?.excerpt).toContainEqual({ text: 'Harper', match: true });
      await mark([]);
      expect(await filtered({ q: 'harper' })).toEqual([]);
    });

    test('is also found in combination with other filters', async () => {
      const dan = await aPerson('Dan Marker').save(api.database);
      const voyage = await aVoyage().on('1976-06-16').with({ start_location: 'Quantico' }).save(api.database);
      await api.database.pool.query(
        `insert into voyage_media (voyage_id, media_id, sort_order) select $1, id, 1 from media where slug = $2`,
        [voyage.id, picture],
      );
      await mark([{ person_slug: dan.slug, region: null }]);
      const person = dan.slug;
      expect(await filtered({ person, place: 'Quantico' })).toEqual([picture]);
      expect(await filtered({ person, place: 'Annapolis' })).toEqual([]);
      expect(await filtered({ person, from: '1976', to: '1976' })).toEqual([picture]);
      expect(await filtered({ person, from: '1980', to: '1989' })).toEqual([]);
      expect(await filtered({ q: 'president:ford', person })).toEqual([]);
      await api.database.pool.query(
        `update media set president_id = (select id from person where slug = 'ford-gerald') where slug = $1`,
        [picture],
      );
      expect(await filtered({ q: 'president:ford', person })).toEqual([picture]);
    });
  });

  test('is removed from their pictures when deleted, with a revision of each picture, and added back when restored', async () => {
    const cal = await aPerson().save(api.database);
    await mark([
      { person_slug: cal.slug, region: FACE },
      { person_slug: ben.slug, region: null },
    ]);
    await send(curator, peopleOperations.remove, { params: { person_slug: cal.slug } });
    expect(await marksOf()).toEqual([[ben.slug, null]]);
    expect((await revisions('media', picture))[0]?.changes).toMatchObject([{ field: 'people', to: '' }]);
    const [deleted] = await revisions('person', cal.slug);
    await restore('person', cal.slug, deleted!.revision);
    expect(await marksOf()).toEqual([
      [cal.slug, FACE],
      [ben.slug, null],
    ]);
  });

  test('is replaced by the survivor of a merge, and comes back when the merge is undone', async () => {
    await markBothPeople();
    const other = (await upload(curator, await aPng(), { title: 'Aft' })).body.media_slug;
    await send(curator, mediaPeopleOperations.set, {
      params: { media_slug: other },
      body: { people: [{ person_slug: ben.slug, region: OTHER_FACE }] },
    });
    const { full_name } = (await send(curator, peopleOperations.get, { params: { slug: ann.slug } })).body;
    const { body } = await send(curator, personMergeOperations.merge, {
      params: { person_slug: ann.slug },
      body: { from: ben.slug, record: { full_name } },
    });
    expect(await marksOf()).toEqual([[ann.slug, FACE]]);
    expect(await marksOf(other)).toEqual([[ann.slug, OTHER_FACE]]);
    await send(curator, personMergeOperations.undo, { params: { person_slug: ann.slug, merge: body.merge } });
    expect(await marksOf()).toEqual([
      [ann.slug, FACE],
      [ben.slug, null],
    ]);
    expect(await marksOf(other)).toEqual([[ben.slug, OTHER_FACE]]);
  });

  test('is replaced by the survivor in an older version of a picture', async () => {
    await mark([{ person_slug: ben.slug, region: FACE }]);
    await mark([]);
    const [removal] = await revisions('media', picture);
    const { full_name } = (await send(curator, peopleOperations.get, { params: { slug: ann.slug } })).body;
    await send(curator, personMergeOperations.merge, {
      params: { person_slug: ann.slug },
      body: { from: ben.slug, record: { full_name } },
    });
    await restore('media', picture, removal!.revision);
    expect(await marksOf()).toEqual([[ann.slug, FACE]]);
  });
});
