import {
  historyOperations,
  mediaOperations,
  peopleOperations,
  personMergeOperations,
  personProfileOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPng } from '../builders/files.ts';
import { aMedia, aPerson, aVoyage, type SavedRecord } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { upload } from '../support/upload.ts';
import { send, sendRejected } from './send.ts';

let api: TestApi;
let browser: Browser;
let voyage: SavedRecord;
beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const nimitz = await aPerson('Chester W. Nimitz').save(api.database);
  voyage = await aVoyage().on('1946-07-07').aboard(nimitz, {}).aboard('Dean Acheson', {}).save(api.database);
});
afterAll(() => api.close());

const SLUG = 'nimitz-chester-w';
const params = { person_slug: SLUG };
const aPicture = () =>
  aMedia('On the bridge').with({ alt_text: 'A man in uniform.' }).withDerivatives('thumbnail').save(api.database);
const setPortrait = (portrait: string | null) => send(browser, peopleOperations.update, { params, body: { portrait } });
const person = async () => (await send(browser, peopleOperations.get, { params: { slug: SLUG } })).body;
const thumbnail = (slug: string) => expect.stringContaining(`${slug}-thumbnail.webp`) as unknown as string;

describe('a portrait', () => {
  test('is shown wherever the person is', async () => {
    const { slug } = await aPicture();
    await setPortrait(slug);
    const shown = { portrait_url: thumbnail(slug) };
    expect(await person()).toMatchObject({ ...shown, portrait: slug, portrait_alt: 'A man in uniform.' });
    const of = { params: { slug: voyage.slug } };
    expect((await send(browser, peopleOperations.byVoyage, of)).body).toMatchObject([shown, { portrait_url: null }]);
    const query = { q: 'Nimitz' };
    expect((await send(browser, peopleOperations.list, { query })).body).toMatchObject([shown]);
    expect((await send(browser, peopleOperations.search, { query })).body).toMatchObject([shown]);
    const { body: groups } = await send(browser, peopleOperations.byPresident, { query });
    expect(groups.grouped_by_president[0]?.people).toMatchObject([shown]);
    const companions = { params: { slug: 'acheson-dean' } };
    expect((await send(browser, personProfileOperations.companions, companions)).body).toMatchObject([shown]);
    const usage = { params: { media_slug: slug } };
    expect((await send(browser, mediaOperations.usage, usage)).body).toMatchObject({
      people: [{ full_name: 'Chester W. Nimitz', person_slug: SLUG }],
    });
    await setPortrait(null);
    expect(await person()).toMatchObject({ portrait: null, portrait_url: null, portrait_alt: null });
  });

  test('is an image of the media library', async () => {
    const film = await aMedia('Film').type('video').save(api.database);
    const outside = await aMedia('Elsewhere').outside('https://example.org/a.jpg').save(api.database);
    for (const portrait of [film.slug, outside.slug, 'nothing'])
      expect(await sendRejected(browser, peopleOperations.update, { params, body: { portrait } }, 422)).toMatchObject({
        errors: [{ path: 'portrait', message: 'Choose an image from the media library as the portrait.' }],
      });
  });

  test('is not shown while its media item is deleted', async () => {
    const { media_slug: slug } = (await upload(browser, await aPng(), { title: 'At the rail' })).body;
    await setPortrait(slug);
    expect(await person()).toMatchObject({ portrait_alt: 'At the rail' });
    await send(browser, mediaOperations.remove, { params: { media_slug: slug }, query: { delete_from_s3: 'false' } });
    expect(await person()).toMatchObject({ portrait: slug, portrait_url: null, portrait_alt: null });
    await send(browser, peopleOperations.update, { params, body: { organization: 'U.S. Navy' } });
    const query = { kind: 'media' as const, slug };
    const { body: deletion } = await send(browser, historyOperations.deleted, { query });
    await send(browser, historyOperations.restore, { params: { kind: 'media', slug, revision: deletion.revision } });
    expect(await person()).toMatchObject({ portrait: slug, portrait_alt: 'At the rail', organization: 'U.S. Navy' });
  });

  test('is chosen in a merge where both records have one', async () => {
    const [firstPicture, other] = [await aPicture(), await aPicture()];
    await setPortrait(firstPicture.slug);
    await aPerson('Chester W. Nimitz').withSlug('nimitz-2').with({ portrait: other.slug }).save(api.database);
    const merge = (choices: object) => ({ params, body: { from: 'nimitz-2', choices } });
    expect(await sendRejected(browser, personMergeOperations.merge, merge({}), 422)).toMatchObject({
      errors: [{ path: 'choices.portrait' }],
    });
    await send(browser, personMergeOperations.merge, merge({ portrait: 'merged' }));
    expect(await person()).toMatchObject({ portrait: other.slug });
  });
});
