import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { aRecording } from '../../support/video.ts';
import { anMp4, anSvg } from '../files.ts';
import { aHeic } from '../heic.ts';
import { HOSTILE_PICTURES, HOSTILE_TEXT_PDFS } from '../hostile-files.ts';
import { aJpeg2000, aTiff } from '../pictures.ts';
import { aMemorandum } from './documents.ts';
import type { Master } from './master.ts';

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
/** A picture with enough detail that each part of the file holds a part of the picture. */
const scan = () => sharp({ create: { width: 600, height: 400, channels: 3, background: '#808080', noise } });
const part = (file: Buffer, share: number) => file.subarray(0, Math.floor(file.length * share));
const fileNamed = (files: Record<string, () => Buffer>, name: string) => files[name]?.() ?? Buffer.alloc(0);

/** Overwrites the middle of a file. */
function overwritten(file: Buffer): Buffer {
  const middle = Math.floor(file.length / 2);
  return Buffer.from(file).fill(0xff, middle, middle + 400);
}

const FILE = 'failed: The file is damaged, so it has no preview.';

/** Files that are stored and reported as damaged or unreadable. */
export const DAMAGED: readonly Master[] = [
  { name: 'half.jpg', make: async () => part(await scan().jpeg().toBuffer(), 0.5), outcome: FILE },
  {
    name: 'overwritten.jpg',
    make: async () => overwritten(await scan().jpeg().toBuffer()),
    outcome: 'shown: image/jpeg, 600 × 400, 8 bits, damaged',
  },
  { name: 'half.png', make: async () => part(await scan().png().toBuffer(), 0.5), outcome: FILE },
  { name: 'overwritten.png', make: async () => overwritten(await scan().png().toBuffer()), outcome: FILE },
  { name: 'half.gif', make: async () => part(await scan().resize(60).gif().toBuffer(), 0.5), outcome: FILE },
  { name: 'half.webp', make: async () => part(await scan().webp().toBuffer(), 0.5), outcome: FILE },
  { name: 'half.avif', make: async () => part(await scan().avif({ effort: 0 }).toBuffer(), 0.7), outcome: FILE },
  { name: 'half.tif', make: () => aTiff([{ samples: (x, y) => [(x * y) & 255] }]).subarray(0, 1500), outcome: FILE },
  { name: 'half.heic', make: () => part(aHeic(), 0.8), outcome: FILE },
  { name: 'half.jp2', make: async () => part(await aJpeg2000((x, y) => [(x * y) & 255]), 0.5), outcome: FILE },
  { name: 'unclosed.svg', make: () => part(anSvg('<g>'), 0.9), outcome: FILE },
  {
    name: '900-megapixels.png',
    make: () => fileNamed(HOSTILE_PICTURES, 'a bomb of 30,000 by 30,000 pixels'),
    outcome: 'failed: The image is too large for a preview.',
  },
  {
    name: 'four-channels.jp2',
    make: () => aJpeg2000(() => [10, 20, 30, 40]),
    outcome: 'failed: Previews aren’t available for this kind of JPEG 2000 file. The file itself is kept.',
  },
  {
    name: 'half.pdf',
    make: () => fileNamed(HOSTILE_TEXT_PDFS, 'damaged'),
    outcome: 'failed: The PDF is damaged, so it has no preview.',
  },
  {
    name: 'locked.pdf',
    make: () => fileNamed(HOSTILE_TEXT_PDFS, 'encrypted'),
    outcome: 'failed: The PDF is password-protected, so it has no preview.',
  },
  {
    name: 'half.docx',
    make: async () => part(await aMemorandum('Half'), 0.9),
    outcome: 'failed: The Word document is damaged, so it has no preview.',
  },
  {
    name: 'no-index.mp4',
    make: () => anMp4(),
    outcome: 'failed: The video is damaged, so it has no preview.',
    isFilm: true,
  },
  {
    name: 'header.wav',
    make: async () => (await aRecording('speech.wav')).subarray(0, 40),
    outcome: 'failed: The recording is damaged, so it has no preview.',
    isFilm: true,
  },
];

const ALLOWED = 'Allowed files: images, PDFs, Word documents, videos and audio recordings.';

/** Files that are not stored. */
export const REJECTED: readonly Master[] = [
  { name: 'empty.jpg', make: () => Buffer.alloc(0), outcome: 'rejected: The file is empty.' },
  {
    name: 'notes.tif',
    make: () => Buffer.from('Box 1 is from the attic.'),
    outcome: `rejected: This file type isn’t recognized. ${ALLOWED}`,
  },
  {
    name: 'captions.vtt',
    make: () => Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nAhoy\n'),
    outcome: `rejected: VTT files can’t be uploaded. ${ALLOWED}`,
  },
  {
    name: 'page.pdf',
    make: () => Buffer.from('<!DOCTYPE html><script>alert(1)</script>'),
    outcome: `rejected: Web pages and scripts can’t be uploaded. ${ALLOWED}`,
  },
  {
    name: 'zeros.png',
    make: () => deflateSync(Buffer.alloc(9000)),
    outcome: `rejected: This file type isn’t recognized. ${ALLOWED}`,
  },
  {
    name: 'letter.rtf',
    make: () => Buffer.from('{\\rtf1 Dear Mr. President}'),
    outcome: `rejected: RTF files can’t be uploaded. ${ALLOWED}`,
  },
];
