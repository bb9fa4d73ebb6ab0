import { rename } from 'node:fs/promises';
import path from 'node:path';
import { INPUT_FILE } from './exchange.ts';
import { convertCommand, type Ffmpeg, type Run } from './ffmpeg.ts';
import { type Measurement, PREVIEW_WIDTHS } from './rendering.ts';

/** What a poster is decoded as. */
export const POSTER_TYPE = 'image/png';
const POSTER_FILE = 'poster.png';

/** Part of the duration before the poster: films often begin black. */
const POSTER_AT = 0.1;
/** The most distinctive of so many frames becomes the poster. */
const FRAMES = 50;
const WIDTH = PREVIEW_WIDTHS.large;

/** Readable on light and dark pages; players draw the shape in the colors of the page. */
const WAVEFORM_COLOR = '0x7A8CA6';
const WAVEFORM_HEIGHT = 320;
/** The program holds all samples in memory, so hours of sound need few of them. */
const SAMPLES_PER_SECOND = 4000;
/** Sound that is decoded in a second of processor time, at least. */
const AUDIO_PER_CPU = 30;

const FRAME_FILTER = `scale=w='max(1,trunc(iw*if(sar,sar,1)))':h=ih,setsar=1,scale=w='min(${WIDTH},iw)':h=-1,thumbnail=${FRAMES}`;
const WAVEFORM_FILTER = [
  `[0:a:0]aresample=${SAMPLES_PER_SECOND}`,
  'aformat=channel_layouts=mono',
  'asetnsamples=n=4096',
  `showwavespic=s=${WIDTH}x${WAVEFORM_HEIGHT}:colors=${WAVEFORM_COLOR}:scale=sqrt:draw=full[waveform]`,
].join(',');

/**
 * Replaces a video in a directory by one of its frames, in square pixels and upright, and a recording by its waveform.
 * @returns false if nothing can be drawn of it
 */
export async function replaceByPoster(
  directory: string,
  { size, duration }: Measurement,
  programs: Ffmpeg,
  run: Run,
  cpuSeconds: number,
): Promise<boolean> {
  const draw = async (options: string[], startSecond: number, limits = {}) =>
    (await run(convertCommand(programs, [...options, '-frames:v', '1'], POSTER_FILE, startSecond), limits)) &&
    rename(path.join(directory, POSTER_FILE), path.join(directory, INPUT_FILE)).then(
      () => true,
      () => false,
    );
  if (!size) {
    const limit = Math.max(cpuSeconds, Math.ceil((duration ?? 0) / AUDIO_PER_CPU));
    return draw(['-filter_complex', WAVEFORM_FILTER, '-map', '[waveform]'], 0, { cpuSeconds: limit });
  }
  // A damaged end, or a wrong duration, still leaves the first frame.
  for (const second of new Set([(duration ?? 0) * POSTER_AT, 0]))
    if (await draw(['-map', '0:V:0', '-vf', FRAME_FILTER], second)) return true;
  return false;
}
