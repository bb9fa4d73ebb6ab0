import { createHash } from 'node:crypto';
import { type MediaItem, mediaOperations, mediaRecordOperations, storageOperations } from '@archive/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Storage } from '../../src/modules/storage/index.ts';
import { aPdf, aPng } from '../builders/files.ts';
import { aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';
import { send, sendRejected } from '../writing/send.ts';

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  curator = await api.signIn();
  worker = await startWorker(api);
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const uploadFile = async (title: string, fields: Record<string, string> = {}, file?: Buffer) =>
  (await upload(curator, file ?? (await aPng()), { title, ...fields })).body;
const neighbors = async (slug: string, album?: string) =>
  (await send(curator, mediaRecordOperations.neighbors, { params: { slug }, query: album ? { album } : {} })).body;
const preservation = async (slug: string) =>
  (await send(curator, mediaRecordOperations.preservation, { params: { slug } })).body;
const titles = ({ previous, next }: Awaited<ReturnType<typeof neighbors>>) => [previous?.title, next?.title];

async function anAlbum(title: string, voyage_slug: string, media: { media_slug: string }[]): Promise<string> {
  const created = await curator.post('/api/curator/albums', { title, voyage_slug, sort_order: 0 });
  const { album_slug } = (await created.json()) as { album_slug: string };
  for (const [sort_order, { media_slug }] of media.entries())
    await curator.post(`/api/curator/albums/${album_slug}/media`, { media_slug, sort_order });
  return album_slug;
}

describe('the neighbors of a media item', () => {
  test('are those of its folder, newest first', async () => {
    const video = await uploadFile('Elsewhere', { media_type: 'other' });
    const [first, second, third] = [await uploadFile('First'), await uploadFile('Second'), await uploadFile('Third')];
    expect(titles(await neighbors(third.media_slug))).toEqual([undefined, 'Second']);
    expect(await neighbors(second.media_slug)).toEqual({
      album: null,
      previous: { media_slug: third.media_slug, title: 'Third' },
      next: { media_slug: first.media_slug, title: 'First' },
    });
    expect(titles(await neighbors(first.media_slug))).toEqual(['Second', undefined]);
    expect(titles(await neighbors(video.media_slug))).toEqual([undefined, undefined]);
  });

  test('are those of the album, in album order', async () => {
    const { slug } = await aVoyage().on('1949-02-12').titled('Down the Potomac').save(api.database);
    const voyage = { voyage_slug: slug };
    const [bow, rail, stern] = [
      await uploadFile('Bow', voyage),
      await uploadFile('Rail', voyage),
      await uploadFile('Stern', voyage),
    ];
    const deck = await anAlbum('On deck', slug, [stern, rail, bow]);
    const short = await anAlbum('Two of them', slug, [rail, stern]);
    expect(await neighbors(rail.media_slug, deck)).toEqual({
      album: { album_slug: deck, title: 'On deck', voyage_slug: slug },
      previous: { media_slug: stern.media_slug, title: 'Stern' },
      next: { media_slug: bow.media_slug, title: 'Bow' },
    });
    expect(titles(await neighbors(rail.media_slug, short))).toEqual([undefined, 'Stern']);
    // The item isn't in the requested album.
    expect((await neighbors(bow.media_slug, short)).album?.album_slug).toBe(deck);
  });

  test('are a 404 for unknown media', async () => {
    await sendRejected(curator, mediaRecordOperations.neighbors, { params: { slug: 'nothing' }, query: {} }, 404);
    await sendRejected(curator, mediaRecordOperations.preservation, { params: { slug: 'nothing' } }, 404);
  });
});

describe('the event log of a media item', () => {
  const check = async () => {
    const status = async () => (await send(curator, storageOperations.status, {})).body.check;
    await waitUntil(async () => (await status())?.state !== 'running');
    await send(curator, storageOperations.start, {});
    await waitUntil(async () => (await status())?.state === 'completed');
  };

  test('lists the derivatives of a PDF, whose pages are counted', async () => {
    const { media_slug } = await uploadFile('A menu', {}, aPdf());
    const derivation = async () =>
      (await preservation(media_slug)).events.find(({ type }) => type === 'derivation')?.detail;
    await waitUntil(async () => (await derivation()) === 'Generated: large preview, pages, thumbnail.');
    expect(await curator.json<MediaItem>(`/api/media/${media_slug}`)).toMatchObject({ page_count: 1 });
  });

  test('lists the changes of its file and its metadata', async () => {
    const file = await aPng();
    const { media_slug, url } = await uploadFile('A rescan', { credit: 'Navy' }, file);
    await waitUntil(async () => (await preservation(media_slug)).events.some(({ type }) => type === 'derivation'));
    await send(curator, mediaOperations.update, { params: { media_slug }, body: { title: 'At sea', credit: null } });
    await check();
    const known = await preservation(media_slug);
    expect(known.sha256).toBe(createHash('sha256').update(file).digest('hex'));
    expect(known.events.map(({ type, agent, outcome, detail }) => [type, agent, outcome, detail])).toEqual([
      ['fixity_check', 'curator', 'success', 'The checksum matches.'],
      ['metadata_modification', 'curator', 'success', 'Changed: Title, Credit.'],
      ['derivation', null, 'success', 'Generated: large preview, thumbnail.'],
      ['ingestion', 'curator', 'success', 'The file was added to the archive.'],
    ]);

    const key = decodeURIComponent(url ?? '').replace('/media-files/', '');
    const rescan = await aPng();
    await api.app.get(Storage, { strict: false }).put(key, rescan, 'image/png');
    await check();
    expect((await preservation(media_slug)).events[0]).toMatchObject({
      type: 'fixity_check',
      outcome: 'failure',
      detail: 'The contents of the file have changed.',
    });
    const [changed] = (await send(curator, storageOperations.discrepancies, { query: { kind: 'changed_file' } })).body;
    await send(curator, storageOperations.keepChangedFile, { params: { discrepancy_id: changed?.id ?? 0 } });
    const replaced = await preservation(media_slug);
    expect(replaced.sha256).toBe(createHash('sha256').update(rescan).digest('hex'));
    expect(replaced.events.find(({ type }) => type === 'replacement')).toMatchObject({
      agent: 'curator',
      detail: expect.stringMatching(/^The file was replaced\. The checksum was [0-9a-f]{64}\.$/),
    });

    await send(curator, mediaOperations.remove, { params: { media_slug }, query: {} });
    await sendRejected(curator, mediaRecordOperations.preservation, { params: { slug: media_slug } }, 404);
    await curator.post('/api/curator/trash/restore', { media_slugs: [media_slug] });
    const restored = (await preservation(media_slug)).events.map(({ type }) => type);
    expect(restored.slice(0, 2)).toEqual(['restoration', 'deletion']);
    expect(restored).toContain('ingestion');
  });
});
