import sharp, { type Sharp } from 'sharp';

const WIDTH = 480;
const HEIGHT = 320;
/** Number of cells per row in each layer. Coarse layers have more weight, as in photos. */
const LAYERS = [3, 5, 9, 17, 33, 65];

/** Pseudorandom numbers from 0 to 255 for a seed. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield Math.floor(state / 8_388_608);
  }
}

/** A picture with areas and details like a photo; different for each seed. */
export async function aPhoto(seed: number): Promise<Buffer> {
  const source = numbers(seed * 7919 + 1);
  let picture: Sharp | undefined;
  for (const [index, cells] of LAYERS.entries()) {
    const data = Buffer.from(Array.from({ length: cells * cells * 3 }, () => source.next().value));
    const layer = sharp(data, { raw: { width: cells, height: cells, channels: 3 } })
      .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
      .ensureAlpha(index === 0 ? 1 : 0.5);
    picture = picture
      ? sharp(
          await picture
            .composite([{ input: await layer.png().toBuffer() }])
            .png()
            .toBuffer(),
        )
      : layer;
  }
  return (picture ?? sharp()).removeAlpha().png().toBuffer();
}

/** The kinds of copies that people make of a picture. */
export const COPIES: Readonly<Record<string, (picture: Buffer) => Promise<Buffer>>> = {
  recompressed: (picture) => sharp(picture).jpeg({ quality: 45 }).toBuffer(),
  scaled: (picture) => sharp(picture).resize(300).jpeg({ quality: 80 }).toBuffer(),
  recolored: (picture) =>
    sharp(picture).modulate({ brightness: 0.85 }).tint('#f0e0c0').jpeg({ quality: 90 }).toBuffer(),
};
