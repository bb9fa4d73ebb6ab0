import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Document, Packer, Paragraph } from 'docx';

/** A valid file, generated for a test. */
export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Draws a picture in the browser. The text makes each file unique. */
async function drawImage(page: Page, type: 'image/png' | 'image/jpeg', words: string, scale = 1): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([kind, text, times]) => {
      const canvas = document.createElement('canvas');
      canvas.width = 640 * times;
      canvas.height = 400 * times;
      const pen = canvas.getContext('2d')!;
      pen.scale(times, times);
      pen.fillStyle = '#1d3557';
      pen.fillRect(0, 0, 640, 400);
      pen.fillStyle = '#d9b566';
      pen.font = '40px serif';
      pen.fillText(text, 30, 200);
      return canvas.toDataURL(kind).split(',')[1]!;
    },
    [type, words, scale] as const,
  );
  return Buffer.from(base64, 'base64');
}

export const aPng = async (page: Page, name: string): Promise<TestFile> => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: await drawImage(page, 'image/png', name),
});

/** A picture of many discs, which differ by seed; saved again with another quality or size, it looks the same. */
export async function aPhoto(
  page: Page,
  name: string,
  { seed, quality = 0.95, width = 900 }: { seed: number; quality?: number; width?: number },
): Promise<TestFile> {
  const base64 = await page.evaluate(
    ([start, jpegQuality, size]) => {
      let state = start * 7919 + 1;
      const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
      const canvas = document.createElement('canvas');
      canvas.width = size;
      canvas.height = (size * 2) / 3;
      const pen = canvas.getContext('2d')!;
      pen.scale(size / 900, size / 900);
      for (let disc = 0; disc < 160; disc += 1) {
        const [red, green, blue] = [random() * 255, random() * 255, random() * 255];
        pen.fillStyle = `rgb(${red} ${green} ${blue})`;
        pen.beginPath();
        pen.arc(random() * 900, random() * 600, 30 + random() * 110, 0, 7);
        pen.fill();
      }
      return canvas.toDataURL('image/jpeg', jpegQuality).split(',')[1]!;
    },
    [seed, quality, width] as const,
  );
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') };
}

/** 3,840 pixels wide. */
export const aLargeJpeg = async (page: Page, name: string): Promise<TestFile> => ({
  name: `${name}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await drawImage(page, 'image/jpeg', name, 6),
});

/** An Exif segment with orientation 6 and the given date. */
function exif(taken: string): Buffer {
  const date = Buffer.from(`${taken}\0`, 'latin1');
  const tiff = Buffer.alloc(56);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  const entry = (index: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16LE(tag, index);
    tiff.writeUInt16LE(type, index + 2);
    tiff.writeUInt32LE(count, index + 4);
    tiff.writeUInt32LE(value, index + 8);
  };
  entry(10, 0x0112, 3, 1, 6);
  entry(22, 0x8769, 4, 1, 38);
  tiff.writeUInt16LE(1, 38);
  entry(40, 0x9003, 2, date.length, 56);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, date]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

export async function aJpeg(page: Page, name: string, taken = '1976:06:16 19:00:00'): Promise<TestFile> {
  const plain = await drawImage(page, 'image/jpeg', name);
  return {
    name: `${name}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([plain.subarray(0, 2), exif(taken), plain.subarray(2)]),
  };
}

/** A valid single-color TIFF of 64 × 48 pixels. */
export function aTiff(name: string): TestFile {
  const [width, height] = [64, 48];
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, 0],
    [277, 3, 1, 1],
    [278, 4, 1, height],
    [279, 4, 1, width * height],
  ];
  const head = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  head.write('II*\0', 0, 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const start = 10 + index * 12;
    head.writeUInt16LE(tag, start);
    head.writeUInt16LE(type, start + 2);
    head.writeUInt32LE(count, start + 4);
    const stripOffset = 273;
    head.writeUInt32LE(tag === stripOffset ? head.length : value, start + 8);
  }
  const pixels = Buffer.alloc(width * height, name);
  return { name: `${name}.tif`, mimeType: 'image/tiff', buffer: Buffer.concat([head, pixels]) };
}

export function aPdf(name: string): TestFile {
  const words = `BT /F1 24 Tf 40 300 Td (${name}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${words.length}>>stream\n${words}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return start;
  });
  const table = places.map((index) => `${String(index).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') };
}

/** Records half a second of a canvas. */
export async function aVideo(page: Page, name: string): Promise<TestFile> {
  const { base64, type } = await page.evaluate(async (text) => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 200;
    const pen = canvas.getContext('2d')!;
    const kind = ['video/mp4', 'video/webm'].find((item) => MediaRecorder.isTypeSupported(item))!;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: kind });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const over = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let frame = 0; frame < 12; frame += 1) {
      pen.fillStyle = `hsl(${frame * 30} 40% 40%)`;
      pen.fillRect(0, 0, 320, 200);
      pen.fillStyle = '#fff';
      pen.fillText(text, 20, 20 + frame * 10);
      await new Promise((resolve) => setTimeout(resolve, 45));
    }
    recorder.stop();
    await over;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return { base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')), type: kind };
  }, name);
  return { name: `${name}.${type.split('/')[1]}`, mimeType: type, buffer: Buffer.from(base64, 'base64') };
}

/** Deletes all media whose title starts with `prefix`. */
export async function deleteTestMedia(page: Page, prefix: string): Promise<void> {
  const headers = { origin: new URL(page.url()).origin };
  const response = await page.request.get('/api/media', { params: { limit: 1000 } });
  const items = (await response.json()) as { media_slug: string; title: string }[];
  for (const { media_slug: slug, title } of items)
    if (title.startsWith(prefix))
      await page.request.delete(`/api/curator/media/${slug}`, { headers, params: { delete_from_s3: 'true' } });
}

/** A file on disk, because Playwright would send content from memory to the browser through its own connection. */
interface LargeFile {
  path: string;
  bytes: Buffer;
  remove: () => void;
}

/** An MP4 of the given size: a valid header and unique bytes. */
export const aLargeVideo = (name: string, megabytes: number): LargeFile =>
  aLargeFile(`${name}.mp4`, Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex'), megabytes);

/** A PDF of which only the header is valid. */
export const aLargePdf = (name: string, megabytes: number): LargeFile =>
  aLargeFile(`${name}.pdf`, Buffer.from('%PDF-1.4\n'), megabytes);

function aLargeFile(name: string, head: Buffer, megabytes: number): LargeFile {
  const directory = mkdtempSync(join(tmpdir(), 'archive-large-file-'));
  const seed = createHash('sha512').update(`${name} ${Date.now()}`).digest();
  const bytes = Buffer.concat([head, Buffer.alloc(megabytes * 1024 * 1024, seed)]);
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return { path, bytes, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** A PDF with nothing but a picture of these words, like a scan. */
export async function aScan(page: Page, name: string, words: string): Promise<TestFile> {
  const paper = await page.context().newPage();
  await paper.setViewportSize({ width: 1000, height: 400 });
  await paper.setContent(`<p style="font: 36px serif">${words}</p>`);
  const picture = (await paper.screenshot()).toString('base64');
  await paper.setContent(`<img alt="" src="data:image/png;base64,${picture}" style="width: 100%">`);
  const buffer = await paper.pdf();
  await paper.close();
  return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer };
}

/** A valid Word document. */
export async function aDocx(name: string): Promise<TestFile> {
  const letter = new Document({ sections: [{ children: [new Paragraph(`A letter about ${name}`)] }] });
  return {
    name: `${name}.docx`,
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: await Packer.toBuffer(letter),
  };
}
