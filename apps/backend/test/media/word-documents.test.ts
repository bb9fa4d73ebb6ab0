import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MediaItem, MediaView } from '@archive/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import {
  CommentReference,
  Document,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import sharp from 'sharp';
import { DerivativeTasks } from '../../src/modules/media/derivatives/derivative-tasks.ts';
import { aCompoundFile, aPng } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sql } from '../support/sql.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';

const TIMEOUT_MS = 120_000;

let api: TestApi;
let curator: Browser;
let worker: INestApplicationContext;
beforeAll(async () => {
  api = await startApi();
  curator = await api.signIn();
  worker = await startWorker(api);
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const mediaOf = (slug: string) => curator.json<MediaItem>(`/api/media/${slug}`);
const viewOf = (slug: string) => curator.json<MediaView>(`/api/media/${slug}/view`);

async function uploadAndPreview(file: Buffer): Promise<MediaItem> {
  const { status, body } = await upload(curator, file, { title: 'A memorandum' });
  if (status !== 201) throw new Error(body.detail);
  await waitUntil(async () => (await mediaOf(body.media_slug)).preview_state !== 'waiting');
  return mediaOf(body.media_slug);
}

type Child = Paragraph | Table;
const aDocument = (children: Child[], parts: Partial<ConstructorParameters<typeof Document>[0]> = {}) =>
  Packer.toBuffer(new Document({ ...parts, sections: [{ children }] }));

const rowOf = (...cells: string[]) =>
  new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) });

/** The share of dark pixels in a part of a picture. */
async function inkIn(url: string | null, part: { left: number; top: number; width: number; height: number }) {
  const response = await curator.get(url ?? '');
  const picture = sharp(Buffer.from(await response.arrayBuffer()));
  const data = await picture.extract(part).toColourspace('b-w').raw().toBuffer();
  return data.filter((value) => value < 128).length / data.length;
}

test(
  'a Word document has a thumbnail of its beginning, and its text with headings and tables',
  async () => {
    const comments = { children: [{ id: 0, author: 'Ann Lee', children: [new Paragraph('Is this right?')] }] };
    const picture = new ImageRun({ data: await aPng(), type: 'png', transformation: { width: 5, height: 5 } });
    const file = await aDocument(
      [
        new Paragraph({ text: 'Memorandum', heading: HeadingLevel.HEADING_1 }),
        new Paragraph({
          children: [
            new TextRun('Dinner on '),
            new TextRun({ text: 'June 16', bold: true }),
            new TextRun(' & <i>* later'),
            new CommentReference(0),
          ],
        }),
        new Table({ rows: [rowOf('Name', 'Seat'), rowOf('Pat Nixon', '1 | 2')] }),
        new Paragraph({ children: [picture] }),
      ],
      { comments },
    );
    const media = await uploadAndPreview(file);
    expect(media).toMatchObject({ media_type: 'document', preview_state: 'ready', preview_error: null });
    expect([media.width, media.height, media.page_count]).toEqual([null, null, null]);
    const view = await viewOf(media.media_slug);
    expect(view).toMatchObject({ state: 'ready', error: null, pages: null, player: null });
    expect(view.text).toBe(
      '# Memorandum\n\nDinner on **June 16** & <i>\\* later\n\n| Name | Seat |\n|---|---|\n| Pat Nixon | 1 \\| 2 |\n\n*[Image]*',
    );
    const sheet = { width: 1600, height: 2068 };
    expect(view.pictures).toEqual([
      { page: 1, url: media.public_derivative_url, thumbnail_url: null, ...sheet, tiles: null },
    ]);
    // The heading is drawn below an empty margin, and the rest of the sheet is empty.
    const { public_derivative_url: url } = media;
    expect(await inkIn(url, { left: 180, top: 180, width: 600, height: 80 })).toBeGreaterThan(0.03);
    expect(await inkIn(url, { left: 0, top: 0, width: 1600, height: 150 })).toBe(0);
    expect(await inkIn(url, { left: 0, top: 1000, width: 1600, height: 1000 })).toBe(0);
    expect(await curator.get(`/iiif/media/${media.media_slug}/manifest.json`)).toMatchObject({ status: 200 });
  },
  TIMEOUT_MS,
);

test(
  'the text of a long document ends with a note between paragraphs, and one without text is empty',
  async () => {
    const words = 'The party left the Navy Yard at six. '.repeat(30).trim();
    const { media_slug } = await uploadAndPreview(
      await aDocument(Array.from({ length: 300 }, () => new Paragraph(words))),
    );
    const paragraphs = (await viewOf(media_slug)).text?.split('\n\n') ?? [];
    expect(paragraphs.at(-1)).toBe('*The rest of this document isn’t shown. Download it to read everything.*');
    expect(new Set(paragraphs.slice(0, -1))).toEqual(new Set([words]));
    expect(paragraphs.length).toBeGreaterThan(250);
    const empty = await uploadAndPreview(await aDocument([new Paragraph('')]));
    expect(await viewOf(empty.media_slug)).toMatchObject({ state: 'ready', text: '' });
  },
  TIMEOUT_MS,
);

test(
  'a damaged document is reported, and an old one has no preview',
  async () => {
    const file = await aDocument([new Paragraph('A letter')]);
    const damaged = await uploadAndPreview(file.subarray(0, file.length - 300));
    const reason = 'The Word document is damaged, so it has no preview.';
    expect(damaged).toMatchObject({
      media_type: 'document',
      preview_state: 'failed',
      preview_error: reason,
      preview_failure: 'damaged',
    });
    expect(await viewOf(damaged.media_slug)).toMatchObject({ state: 'failed', error: reason, text: null });
    const { body: old } = await upload(curator, aCompoundFile());
    expect(old).toMatchObject({ media_type: 'document', preview_state: null, preview_error: null });
  },
  TIMEOUT_MS,
);

test(
  'a document from an earlier version gets its preview automatically, at the same address after a restore',
  async () => {
    const { media_slug: slug } = await uploadAndPreview(await aDocument([new Paragraph('An earlier letter')]));
    const id = '(select id from media where slug = $1)';
    await api.database.execute(sql(`delete from derivative where media_id = ${id}`), [slug]);
    expect(await mediaOf(slug)).toMatchObject({ preview_state: null });
    await worker.get(DerivativeTasks).resume(0);
    await waitUntil(async () => (await mediaOf(slug)).preview_state === 'ready');
    const before = await viewOf(slug);
    expect(before.text).toBe('An earlier letter');
    expect((await curator.send('DELETE', `/api/curator/media/${slug}`)).status).toBe(204);
    expect((await curator.post('/api/curator/trash/restore', { media_slugs: [slug] })).status).toBe(200);
    expect(await viewOf(slug)).toEqual(before);
  },
  TIMEOUT_MS,
);
