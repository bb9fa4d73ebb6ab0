import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { aPhoto, COPIES } from '../../../../test/builders/photos.ts';
import { pictureHash } from './picture-hash.ts';

/** Number of bits, of 144, in which two similar images may differ. */
const SIMILAR = 20;

async function hashOf(picture: Buffer): Promise<string | null> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return pictureHash({ data, info });
}
const distance = (a: string | null, b: string | null) =>
  [...(a ?? '')].filter((bit, index) => bit !== b?.[index]).length;
const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="850" height="1100">${content}</svg>`);
const BACKGROUND = '<rect width="850" height="1100" fill="#fdfbf4"/>';

test.each(Object.entries(COPIES))('a copy that is %s has a hash close to the original’s', async (_name, copy) => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const picture = await aPhoto(seed);
    const hash = await hashOf(picture);
    expect(hash).toMatch(/^[01]{144}$/);
    expect(distance(hash, await hashOf(await copy(picture)))).toBeLessThanOrEqual(SIMILAR);
  }
});

test('different pictures have hashes far apart', async () => {
  const hashes = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(async (seed) => hashOf(await aPhoto(seed))));
  for (const [index, hash] of hashes.entries())
    for (const other of hashes.slice(index + 1)) expect(distance(hash, other)).toBeGreaterThan(SIMILAR);
});

test('typed pages with the same letterhead have hashes far apart', async () => {
  const words = 'the yacht left the navy yard at nine in the morning with the president aboard wind light'.split(' ');
  const page = (seed: number) => {
    const lines = Array.from({ length: 34 }, (_, line) => {
      // Paragraphs end at different lines on each page.
      const count = (line * (seed + 3)) % 7 === 0 ? 2 + (seed % 5) : 11;
      const text = Array.from(
        { length: count },
        (_, word) => words[(line * 5 + word * 3 + seed * line) % words.length],
      );
      return `<text x="70" y="${190 + line * 26}" font-size="18" font-family="serif">${text.join(' ')}</text>`;
    });
    return svg(`${BACKGROUND}<text x="250" y="100" font-size="36">LOG OF THE YACHT</text>${lines.join('')}`);
  };
  const [first, second] = [await hashOf(page(1)), await hashOf(page(2))];
  expect(first).not.toBeNull();
  expect(distance(first, second)).toBeGreaterThan(SIMILAR);
});

describe('has no hash', () => {
  test.each([
    ['blank', BACKGROUND],
    ['with a mark in one corner', `${BACKGROUND}<rect x="40" y="40" width="60" height="30" fill="#333"/>`],
    [
      'that fades to one side',
      '<defs><linearGradient id="g"><stop offset="0"/><stop offset="1" stop-color="#fff"/></linearGradient></defs><rect width="850" height="1100" fill="url(#g)"/>',
    ],
  ])('a page %s', async (_name, content) => {
    expect(await hashOf(svg(content))).toBeNull();
  });

  test('the noise of a scanned blank page', async () => {
    const noise = { type: 'gaussian', mean: 235, sigma: 6 } as const;
    const picture = await sharp({ create: { width: 850, height: 1100, channels: 3, background: '#eee', noise } })
      .png()
      .toBuffer();
    expect(await hashOf(picture)).toBeNull();
  });
});
