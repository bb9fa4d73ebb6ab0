import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ASSEMBLED_FILE, type Assembly, ASSEMBLY_FILE, isPieceFile, pieceFile } from '../exchange.ts';

const JPEG = { quality: 84 };
const WEBP = { quality: 80, effort: 2 };

function joinPieces(pieces: readonly string[], columns: number) {
  return pieces.length === 1 ? sharp(pieces[0]) : sharp([...pieces], { join: { across: columns } });
}

/** Assembles a picture from its tiles. */
export async function assemblePicture(): Promise<void> {
  sharp.cache(false);
  sharp.concurrency(1);
  const { columns, region, size, isMirrored, turn, quality, format } = JSON.parse(
    await readFile(ASSEMBLY_FILE, 'utf8'),
  ) as Assembly;
  const count = (await readdir('.')).filter(isPieceFile).length;
  const part = joinPieces(
    Array.from({ length: count }, (_, index) => pieceFile(index)),
    columns,
  )
    .extract(region)
    .flatten({ background: '#ffffff' })
    .resize({ ...size, fit: 'fill' })
    .flop(isMirrored);
  // Uses a second sharp pipeline, because the order of steps within one is fixed.
  const { data, info } = await part.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const image = sharp(data, { raw: { width, height, channels } }).rotate(turn);
  if (quality !== 'color') image.grayscale().toColourspace('b-w');
  if (quality === 'bitonal') image.threshold();
  if (format === 'png') image.png();
  else if (format === 'webp') image.webp(WEBP);
  else image.jpeg(JPEG);
  await image.toFile(ASSEMBLED_FILE);
}
