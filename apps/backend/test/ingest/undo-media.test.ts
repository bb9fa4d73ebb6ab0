import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { MediaItem, UndoBlockers, VoyageListItem } from '@archive/contracts';
import { Storage } from '../../src/modules/storage/index.ts';
import { aPng } from '../builders/files.ts';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type FileServer, startFileServer } from '../support/file-server.ts';
import { ingest, undoIngest } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';
import { sql } from '../support/sql.ts';

let server: FileServer;
let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
beforeAll(async () => {
  server = await startFileServer();
  api = await startApi({ environment: { INGEST_FETCH_MEDIA: 'true', INGEST_ALLOW_HOSTS: server.host } });
  worker = await startWorker(api);
  curator = await api.signIn();
});
afterAll(async () => {
  await worker?.close();
  await api?.close();
  await server?.stop();
});

const TRUMAN = '# President Truman (April 12, 1945 to January 20, 1953)';
const undo = async (id: string) => {
  const { status, body } = await undoIngest(curator, id);
  return { status, body: body as typeof body & UndoBlockers };
};
const media = () => curator.json<MediaItem[]>('/api/media');
const voyages = () => curator.json<VoyageListItem[]>('/api/voyages');

test('undoing an import deletes the media it fetched, unless they are used elsewhere', async () => {
  const first = server.at('/first.png', await aPng({ width: 60, height: 40 }));
  const second = server.at('/second.png', await aPng({ width: 80, height: 40 }));
  const plain = `${TRUMAN}\n\n## 1946-01-01: Stays\n\nNotes: Rain.`;
  await ingest(curator, plain);
  const report = await ingest(
    curator,
    `${TRUMAN}\n\n## 1946-01-01: Stays\n\nNotes: Rain.\n\nSources: [First](${first})\n\n## 1946-02-01: Goes\n\nSources: [Second](${second})`,
  );
  expect(report).toMatchObject({ status: 'completed', plan: { create: 1, update: 1 }, media_warnings: 0 });
  expect((await voyages()).map(({ has_photo }) => has_photo)).toEqual([true, true]);
  const [one] = await media();
  const keys = await api.database.rows(sql<{ storage_key: string }>('select storage_key from media'));
  expect(keys).toHaveLength(2);

  const [stays] = await voyages();
  const album = await curator.post('/api/curator/albums', {
    title: 'Prints',
    description: '',
    voyage_slug: stays?.voyage_slug,
    sort_order: 0,
  });
  const { album_slug } = (await album.json()) as { album_slug: string };
  await curator.post(`/api/curator/albums/${album_slug}/media`, { media_slug: one?.media_slug, sort_order: 0 });
  const rejected = await undo(report.operation_id);
  expect([rejected.status, rejected.body.blockers]).toEqual([
    409,
    [expect.objectContaining({ kind: 'media', slug: one?.media_slug, reason: 'It’s in the album “Prints”.' })],
  ]);
  await curator.send('DELETE', `/api/curator/albums/${album_slug}`);

  expect((await undo(report.operation_id)).status).toBe(202);
  expect(await media()).toEqual([]);
  expect((await voyages()).map(({ title, has_photo }) => [title, has_photo])).toEqual([['Stays', false]]);
  const storage = api.app.get(Storage);
  for (const { storage_key } of keys) await waitUntil(async () => (await storage.stat(storage_key)) === undefined);
});
