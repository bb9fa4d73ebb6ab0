import {
  type MediaView,
  type PictureRegion,
  searchOperations,
  historyOperations,
  mediaPeopleOperations,
  mediaOperations,
  peopleOperations,
  personMergeOperations,
  personProfileOperations,
} from '@archive/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { aPng } from '../builders/files.ts';
import { aMedia, aPerson, aVoyage, type SavedRecord } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { figure, readMetrics } from '../support/metrics.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';
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
    const input = { params: { slug: voyage.slug } };
    expect((await send(browser, peopleOperations.byVoyage, input)).body).toMatchObject([shown, { portrait_url: null }]);
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

  describe('with a region of the picture', () => {
    const FULL = { width: 1000, height: 500 };
    let slug: string;
    let worker: INestApplicationContext;
    beforeAll(async () => {
      worker = await startWorker(api);
      // Red on the left, blue on the right.
      const left = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#d00' } })
        .png()
        .toBuffer();
      const picture = await sharp({ create: { ...FULL, channels: 3, background: '#00d' } })
        .composite([{ input: left, left: 0, top: 0 }])
        .png()
        .toBuffer();
      slug = (await upload(browser, picture, { title: 'Two at the rail' })).body.media_slug;
      await waitUntil(async () => (await browser.json<MediaView>(`/api/media/${slug}/view`)).state === 'ready', 60_000);
      await setPortrait(slug);
    });
    afterAll(() => worker.close());

    const mark = async (region: PictureRegion | null) => {
      await send(browser, mediaPeopleOperations.set, {
        params: { media_slug: slug },
        body: { people: [{ person_slug: SLUG, region }] },
      });
      return (await person()).portrait_url!;
    };
    const draw = async (url: string) => {
      const response = await browser.get(url);
      expect(response.status).toBe(200);
      const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const isRed = (x: number) => (data[x * info.channels] ?? 0) > 100;
      return { width: info.width, height: info.height, left: isRed(2), right: isRed(info.width - 3), response };
    };

    test('is cropped to a square, and follows the mark', async () => {
      expect(await mark(null)).toMatch(/thumbnail/);
      // The square around the region has sides of 200 pixels.
      const left = await mark({ x: 0.05, y: 0.2, width: 0.1, height: 0.4 });
      const cut = await draw(left);
      expect(cut).toMatchObject({ width: 200, height: 200, left: true, right: true });
      expect(cut.response.headers.get('content-type')).toBe('image/webp');
      expect(cut.response.headers.get('cache-control')).toContain('immutable');
      const across = await mark({ x: 0.4, y: 0, width: 0.2, height: 0.3 });
      expect(across).not.toBe(left);
      expect(await draw(across)).toMatchObject({ width: 200, height: 200, left: true, right: false });
      // The earlier URL, which an open page may still have, returns the current portrait too.
      const stale = await draw(left);
      expect(stale).toMatchObject({ left: true, right: false });
      expect(stale.response.headers.get('cache-control')).toContain('no-cache');
      // The person's own record is unchanged, but a cached response isn't current anymore.
      const path = `/api/people/${SLUG}`;
      const etag = (await browser.get(path)).headers.get('etag')!;
      const again = () => browser.request('GET', path, { headers: { 'if-none-match': etag } });
      expect((await again()).status).toBe(304);
      expect(await mark(null)).toMatch(/thumbnail/);
      expect((await again()).status).toBe(200);
      expect((await browser.get(across)).status).toBe(404);
    });

    test('is also used in lists, searches and on the picture’s page, and is cropped once', async () => {
      const url = await mark({ x: 0.5, y: 0.5, width: 0.2, height: 0.2 });
      const shown = { portrait_url: url };
      const query = { q: 'Nimitz' };
      expect((await send(browser, peopleOperations.list, { query })).body).toMatchObject([shown]);
      const { body: found } = await send(browser, searchOperations.all, { query });
      expect(found.find(({ kind }) => kind === 'person')).toMatchObject({ thumbnail_url: url });
      const { body: marked } = await send(browser, mediaPeopleOperations.get, { params: { media_slug: slug } });
      expect(marked.people).toMatchObject([shown]);
      const assembled = async () =>
        figure(await readMetrics(api), 'archive_picture_assemblies_total', { outcome: 'done' });
      await draw(url);
      const before = await assembled();
      expect(before).toBeGreaterThan(0);
      await draw(url);
      expect(await assembled()).toBe(before);
    });

    test('is deleted with the picture', async () => {
      await draw(await mark({ x: 0.1, y: 0.1, width: 0.2, height: 0.2 }));
      const stored = async () => (await api.database.pool.query('select from portrait_image')).rowCount;
      expect(await stored()).toBe(1);
      await send(browser, mediaOperations.remove, { params: { media_slug: slug }, query: { delete_from_s3: 'true' } });
      expect(await stored()).toBe(0);
      expect(await person()).toMatchObject({ portrait_url: null });
    });
  });
});
