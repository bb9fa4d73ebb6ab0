import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { aRecording, aVideo } from '../../support/video.ts';
import { aCompoundFile, aPdf, aPng, aScannedPdf } from '../files.ts';
import type { Master } from './master.ts';

const rowOf = (...cells: string[]) =>
  new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) });

export const aMemorandum = (title: string): Promise<Buffer> =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          children: [
            new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }),
            new Paragraph('Dinner is served at eight.'),
            new Table({ rows: [rowOf('Name', 'Seat'), rowOf('Pat Nixon', '1')] }),
          ],
        },
      ],
    }),
  );

export const DOCUMENTS: readonly Master[] = [
  { name: 'menu.pdf', make: () => aPdf(), outcome: 'shown: application/pdf, 1 page' },
  {
    name: 'scanned.pdf',
    make: async () => aScannedPdf(['A first page with text of its own', await aPng({ width: 85, height: 110 })]),
    outcome: 'shown: application/pdf, 2 pages',
  },
  {
    name: 'memorandum.docx',
    make: () => aMemorandum('Memorandum'),
    outcome: 'shown: application/docx, text “# Memorandum”',
  },
  { name: 'misnamed.docx', make: () => aPdf(), outcome: 'shown: application/pdf, 1 page' },
  { name: 'letter-of-1998.doc', make: () => aCompoundFile(), outcome: 'no preview: application/msword' },
];

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
const video = (name: string, type: string, options: string[], rest: string): Master => ({
  name,
  make: () => aVideo(name, options),
  outcome: `shown: ${type}, 320 × 240, ${rest}`,
  isFilm: true,
});
const recording = (name: string, type: string, options: string[], rest: string): Master => ({
  name,
  make: () => aRecording(name, options),
  outcome: `shown: ${type}, ${rest}`,
  isFilm: true,
});

export const VIDEOS: readonly Master[] = [
  video('film.mp4', 'video/mp4', H264, '2 s, H.264, AAC'),
  video('camera.mov', 'video/quicktime', H264, '2 s, H.264, AAC, converted'),
  video('tape.avi', 'video/x-msvideo', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'], '2 s, MPEG-4, MP3, converted'),
  video('web.webm', 'video/webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'], '2 s, VP8, Opus'),
  video('film.mkv', 'video/matroska', H264, '2 s, H.264, AAC, converted'),
  video('disc.mpg', 'video/mpeg', ['-r', '25', '-c:v', 'mpeg2video', '-c:a', 'mp2'], '2 s, MPEG-2, MP2, converted'),
  recording('speech.mp3', 'audio/mpeg', ['-c:a', 'libmp3lame'], '2 s, MP3'),
  recording('speech.wav', 'audio/wav', ['-c:a', 'pcm_s16le'], '2 s, PCM'),
  recording('speech.m4a', 'audio/mp4', ['-c:a', 'aac'], '2 s, AAC'),
  recording('lossless.m4a', 'audio/mp4', ['-c:a', 'alac'], '2 s, Apple Lossless, converted'),
  recording('speech.ogg', 'audio/ogg', ['-c:a', 'libvorbis'], '2 s, Vorbis, converted'),
  recording('speech.flac', 'audio/flac', ['-c:a', 'flac'], '2 s, FLAC'),
  recording('speech.aif', 'audio/aiff', ['-c:a', 'pcm_s16be'], '2 s, PCM, converted'),
  recording('speech.aac', 'audio/aac', ['-c:a', 'aac'], '2 s, AAC'),
  {
    ...video('misnamed.mp3', 'video/mp4', [], '2 s, H.264, AAC'),
    make: () => aVideo('film.mp4', [...H264, '-shortest']),
  },
];
