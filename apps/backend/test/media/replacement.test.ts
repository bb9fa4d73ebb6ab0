import { createHash } from 'node:crypto';
import { historyOperations, mediaOperations, mediaRecordOperations, type MediaItem } from '@archive/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { aPdf, aPng } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil, waitUntilBlocked } from '../support/wait-until.ts';
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

const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex');
const aJpeg = async () =>
  sharp(await aPng())
    .resize(400)
    .jpeg()
    .toBuffer();
/** A picture with enough detail that each part of the file holds a part of the picture. */
const aScan = () =>
  sharp({
    create: { width: 400, height: 300, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 60 } },
  })
    .png()
    .toBuffer();

/** Sends a file that replaces the file of a record. */
async function replace(slug: string, file: Buffer, name = 'good copy.jpg', headers: Record<string, string> = {}) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), name);
  const path = `/api/curator/media/${slug}/file`;
  const response = await curator.request('POST', path, { body: form, headers });
  return { status: response.status, body: (await response.json()) as MediaItem & { detail: string } };
}
const undo = (slug: string) => send(curator, mediaRecordOperations.undoReplacement, { params: { media_slug: slug } });
const get = async (slug: string) => (await send(curator, mediaOperations.get, { params: { slug } })).body;
const preservation = async (slug: string) =>
  (await send(curator, mediaRecordOperations.preservation, { params: { slug } })).body;
const waitForState = (slug: string, state: string) =>
  waitUntil(async () => (await get(slug)).preview_state === state, 60_000);
const statusOf = async (url: string) => (await curator.get(url)).status;

describe('a file', () => {
  test('that is damaged is replaced by a good copy; the record and the history of checksums stay', async () => {
    const good = await aScan();
    const broken = good.subarray(0, good.length / 2);
    const { media_slug: slug, url } = (await upload(curator, broken, { title: 'At the rail', alt_text: 'A guest.' }))
      .body;
    await waitForState(slug, 'failed');
    const { status, body } = await replace(slug, good);
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body).toMatchObject({
      media_slug: slug,
      title: 'At the rail',
      alt_text: 'A guest.',
      original_filename: 'good copy.jpg',
      size: good.length,
    });
    expect(body.url).not.toBe(url);
    await waitForState(slug, 'ready');
    expect(await get(slug)).toMatchObject({ width: 400, preview_error: null });
    const log = await preservation(slug);
    expect(log.sha256).toBe(sha256(good));
    expect(log.events).toContainEqual(
      expect.objectContaining({
        type: 'replacement',
        agent: 'curator',
        detail: `The file was replaced. The checksum was ${sha256(broken)}.`,
      }),
    );
    // The previous file is kept, but not served.
    expect(await statusOf(url!)).toBe(404);
    expect(await statusOf(body.url!)).toBe(200);
  });

  test('is restored by Undo, and the new file by another Undo', async () => {
    const [first, second] = [await aJpeg(), await aJpeg()];
    const { media_slug: slug, url } = (await upload(curator, first, { title: 'A scan' })).body;
    const replaced = (await replace(slug, second, 'rescan.jpg')).body;
    const undone = (await undo(slug)).body;
    expect(undone).toMatchObject({ url, size: first.length });
    expect((await preservation(slug)).sha256).toBe(sha256(first));
    expect(await statusOf(url!)).toBe(200);
    expect(await statusOf(replaced.url!)).toBe(404);
    expect((await undo(slug)).body).toMatchObject({ url: replaced.url, original_filename: 'rescan.jpg' });
  });

  test('stays when an earlier version of the record is restored', async () => {
    const [first, second] = [await aJpeg(), await aJpeg()];
    const { media_slug: slug, url } = (await upload(curator, first, { title: 'A first title' })).body;
    await send(curator, mediaOperations.update, { params: { media_slug: slug }, body: { title: 'A second title' } });
    const replaced = (await replace(slug, second, 'rescan.jpg')).body;
    const params = { kind: 'media', slug } as const;
    const [replacement, title] = (await send(curator, historyOperations.list, { params })).body;
    const name = (path: string | null) => path!.slice(path!.lastIndexOf('/') + 1);
    expect(replacement!.changes).toContainEqual({
      field: 'file',
      label: 'File',
      from: name(url),
      to: name(replaced.url),
    });
    const { changes } = (await send(curator, historyOperations.changes, { query: { limit: 2 } })).body;
    expect(changes.map(({ restorable }) => restorable)).toEqual([false, true]);
    await send(curator, historyOperations.restore, { params: { ...params, revision: title!.revision } });
    expect(await get(slug)).toMatchObject({
      title: 'A first title',
      url: replaced.url,
      original_filename: 'rescan.jpg',
    });
  });

  test('can’t be restored once it has been deleted from storage', async () => {
    const { media_slug: slug } = (await upload(curator, await aJpeg(), { title: 'Another scan' })).body;
    await replace(slug, await aJpeg());
    await api.database.pool.query(`delete from storage_cleanup where due_at > now() + interval '20 days'`);
    const params = { media_slug: slug };
    expect(await sendRejected(curator, mediaRecordOperations.undoReplacement, { params }, 409)).toMatchObject({
      detail: 'The previous file has been deleted from storage.',
    });
  });

  test('waits for another upload of the same new file, and is then rejected', async () => {
    const { media_slug: slug } = (await upload(curator, await aJpeg(), { title: 'The deck' })).body;
    await upload(curator, await aJpeg(), { title: 'The bow' });
    const file = await aJpeg();
    const other = await api.database.pool.connect();
    try {
      await other.query('begin');
      await other.query(`select pg_advisory_xact_lock(hashtextextended('file ' || $1, 0))`, [sha256(file)]);
      await other.query(`update media set sha256 = decode($1, 'hex') where title = 'The bow'`, [sha256(file)]);
      const replacing = replace(slug, file);
      await waitUntilBlocked(api.database.pool, replacing);
      await other.query('commit');
      expect(await replacing).toMatchObject({
        status: 409,
        body: { detail: 'This file is already in the media library as “The bow”.' },
      });
    } finally {
      other.release();
    }
  });

  test('is not replaced by one of another kind, by one that is already in the library, or if the record has changed', async () => {
    const [scan, other] = [await aJpeg(), await aJpeg()];
    const { media_slug: slug, url } = (await upload(curator, scan, { title: 'The menu' })).body;
    await upload(curator, other, { title: 'The wine list' });
    expect(await replace(slug, aPdf())).toMatchObject({
      status: 415,
      body: { detail: 'The new file must be an image, like the one it replaces.' },
    });
    expect(await replace(slug, other)).toMatchObject({
      status: 409,
      body: { detail: 'This file is already in the media library as “The wine list”.' },
    });
    expect(await replace(slug, Buffer.from('only text'))).toMatchObject({ status: 415 });
    expect(await replace(slug, await aJpeg(), 'late.jpg', { 'if-match': '"1.0"' })).toMatchObject({ status: 412 });
    expect(await replace('nothing', await aJpeg())).toMatchObject({ status: 404 });
    expect(await get(slug)).toMatchObject({ url, size: scan.length });
    const params = { media_slug: slug };
    expect(await sendRejected(curator, mediaRecordOperations.undoReplacement, { params }, 409)).toMatchObject({
      detail: 'The file was not replaced.',
    });
  });
});
