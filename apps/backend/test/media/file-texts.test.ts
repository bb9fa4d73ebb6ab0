import { readFileSync } from 'node:fs';
import { bulkMediaOperations, fileTextOperations, historyOperations, searchOperations } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Document, Packer, Paragraph } from 'docx';
import sharp from 'sharp';
import { FileTextTasks } from '../../src/modules/media/index.ts';
import { anSvg, aScannedPdf, aTypedPage } from '../builders/files.ts';
import { requestOk } from '../reading/request.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { childrenOf } from '../support/child-processes.ts';
import { logLines } from '../support/log-lines.ts';
import { sql } from '../support/sql.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { spawnWorker, startWorker } from '../support/worker.ts';
import { send, sendAny } from '../writing/send.ts';

let api: TestApi;
let worker: Awaited<ReturnType<typeof startWorker>>;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  worker = await startWorker(api, { readsTexts: true });
  curator = await api.signIn();
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const get = async (slug: string, query: { page?: string; q?: string } = {}) =>
  (await requestOk(curator, fileTextOperations.get, { params: { media_slug: slug }, query })).body;

const isRead = async (slug: string) => {
  const { state } = await get(slug);
  return state !== null && state !== 'waiting';
};

async function uploadFile(file: Buffer, title: string): Promise<string> {
  const { status, body } = await upload(curator, file, { title });
  if (status !== 201) throw new Error(body.detail);
  return body.media_slug;
}

async function textOf(file: Buffer, title: string) {
  const slug = await uploadFile(file, title);
  await waitUntil(() => isRead(slug), 60_000);
  return { slug, text: await get(slug) };
}

const searchTexts = async (q: string) =>
  (await requestOk(curator, searchOperations.all, { query: { q } })).body.filter(({ match }) => match === 'words');

test('the search finds a word that is only on a scanned page, with the page and the words marked', async () => {
  const file = await aScannedPdf(['Log of the week, in the hand of the captain', await aTypedPage()]);
  const { slug, text } = await textOf(file, 'Steward’s folder');
  expect(text).toMatchObject({ state: 'ready', pages: 2, page: { page: 1, confidence: null } });
  const [hit] = await searchTexts('zabaglione');
  expect(hit).toMatchObject({ kind: 'text', slug, title: 'Steward’s folder', page: 2, media_type: 'pdf' });
  expect(hit?.excerpt.filter(({ match }) => match)).toEqual([{ text: 'zabaglione', match: true }]);
  const { page, matches } = await get(slug, { q: 'zabaglione' });
  expect(matches).toEqual([2]);
  expect(page?.text).toMatch(/terrapin soup,\nroast duckling and zabaglione\./);
  expect(page?.marked.filter(({ match }) => match)).toEqual([{ text: 'zabaglione', match: true }]);
  expect(page?.confidence).toBeGreaterThan(80);
  const overview = await requestOk(curator, searchOperations.overview, { query: { q: 'zabaglione' } });
  expect(overview.body.kinds).toMatchObject({ media: 0, text: 1 });
  expect(overview.body.facets.media_type).toEqual([{ value: 'pdf', label: 'PDF', count: 1 }]);
  // Matches in records come before matches in file texts, and suggestions list records only.
  const named = await uploadFile(await aScannedPdf(['A list of provisions for the week']), 'Terrapin list');
  expect((await searchTexts('terrapin')).map(({ kind, slug: item }) => [kind, item])).toEqual([
    ['media', named],
    ['text', slug],
  ]);
  const suggested = await requestOk(curator, searchOperations.suggestions, { query: { q: 'zabaglione' } });
  expect(suggested.body).toEqual([]);
});

test('a Word document is read in the background, and noise on a photograph is not text', async () => {
  const word = await Packer.toBuffer(
    new Document({
      sections: [{ children: [new Paragraph('Orders for the crew: polish the quarterdeck brightwork.')] }],
    }),
  );
  const document = await uploadFile(word, 'Orders');
  const noise = sharp({
    create: {
      width: 200,
      height: 150,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#777',
    },
  });
  const photograph = await textOf(await noise.png().toBuffer(), 'Waves');
  expect(photograph.text).toMatchObject({ state: 'none', pages: 1, page: { text: '' } });
  const { rows } = await api.database.pool.query(
    'select 1 from file_page f join media m on m.id = f.media_id where m.slug = $1',
    [photograph.slug],
  );
  expect(rows).toEqual([]);
  // The worker finds a new Word document in its regular check, without a request.
  await worker.get(FileTextTasks).resume();
  await waitUntil(() => isRead(document), 60_000);
  expect((await searchTexts('brightwork')).map(({ kind, slug, page }) => [kind, slug, page])).toEqual([
    ['text', document, 1],
  ]);
  const drawing = await uploadFile(Buffer.from(anSvg()), 'Drawing');
  expect((await sendAny(curator, fileTextOperations.read, { params: { media_slug: drawing } })).status).toBe(415);
});

test('a correction is in the history, can be undone, and is kept when the file is read again', async () => {
  const { slug, text } = await textOf(await aTypedPage().then((page) => sharp(page).jpeg().toBuffer()), 'Menu card');
  const previous = text.page?.text ?? '';
  const params = { media_slug: slug, page: '1' };
  const { body } = await send(curator, fileTextOperations.correct, {
    params,
    body: { text: 'Terrapin soup, and blancmange.', previous },
  });
  expect((await searchTexts('blancmange')).map((hit) => hit.slug)).toEqual([slug]);
  expect((await searchTexts('duckling')).map((hit) => hit.slug)).not.toContain(slug);
  const history = await requestOk(curator, historyOperations.list, { params: { kind: 'media', slug } });
  expect(JSON.stringify(history.body)).toContain('Page 1: Terrapin soup, and blancmange.');

  // A second curator still has the old text.
  const stale = await sendAny(curator, fileTextOperations.correct, { params, body: { text: 'Other', previous } });
  expect(stale.status).toBe(409);

  await send(curator, fileTextOperations.read, { params: { media_slug: slug } });
  await waitUntil(() => isRead(slug), 60_000);
  expect((await get(slug)).page).toMatchObject({
    text: 'Terrapin soup, and blancmange.',
    read_text: previous,
    corrected: true,
  });
  const revisions = [{ media_slug: slug, revision: body.revision ?? 0 }];
  const undone = await send(curator, bulkMediaOperations.undo, { body: { revisions } });
  expect(undone.body.left).toEqual([]);
  expect((await get(slug)).page).toMatchObject({ text: previous, corrected: false });
  expect(await searchTexts('blancmange')).toEqual([]);
});

test('the text is read again when the file changes, and is deleted with the record', async () => {
  const { slug } = await textOf(await aScannedPdf(['Inventory of the galley: forty saucepans']), 'Inventory');
  expect(await searchTexts('saucepans')).toHaveLength(1);
  // Simulates a file that has been replaced.
  await api.database.execute(
    sql(`update file_text set sha256 = '\\x00' where media_id = (select id from media where slug = '${slug}')`),
  );
  await worker.get(FileTextTasks).resume();
  await waitUntil(() => isRead(slug), 60_000);
  expect((await get(slug)).page?.text).toBe('Inventory of the galley: forty saucepans');
  expect((await curator.request('DELETE', `/api/curator/media/${slug}`)).status).toBe(204);
  expect(await searchTexts('saucepans')).toEqual([]);
});

test('the next worker reads a file after a worker was stopped while reading it', async () => {
  await worker.close();
  const stopped = await spawnWorker(api);
  const isRecognition = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('recognition');
  const recognitions = () => {
    try {
      return childrenOf(stopped.pid).filter(isRecognition);
    } catch {
      // The worker was killed while it read the text.
      return [];
    }
  };
  const slug = await uploadFile(await aScannedPdf([await aTypedPage()]), 'Scan of a stopped worker');
  await waitUntil(() => recognitions().length > 0);
  // Like Ctrl+C in a terminal: all processes get the signal, in any order.
  for (const pid of recognitions()) process.kill(pid, 'SIGTERM');
  expect(await stopped.stop()).toBe(0);
  const lines = logLines(stopped.log());
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 'info', msg: 'Worker is shutting down; job requeued.', job: 'file-text-read' }),
  );
  expect(lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  worker = await startWorker(api, { readsTexts: true });
  await waitUntil(() => isRead(slug), 60_000);
  expect(await get(slug)).toMatchObject({ state: 'ready', pages: 1 });
});
