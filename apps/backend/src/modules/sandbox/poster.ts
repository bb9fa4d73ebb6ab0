import { rename } from 'node:fs/promises';
import path from 'node:path';
import { INPUT_FILE } from './exchange.ts';
import { convertCommand, type Ffmpeg, type Run } from './ffmpeg.ts';
import { type Measurement, PREVIEW_WIDTHS } from './rendering.ts';

/** Content type of posters. */
export const POSTER_TYPE = 'image/png';
const POSTER_FILE = 'poster.png';

/** Position of the poster as a fraction of the duration. Not 0, because videos often begin with black frames. */
const POSTER_AT = 0.1;
/** ffmpeg picks the most representative of this many frames. */
const FRAMES = 50;
const WIDTH = PREVIEW_WIDTHS.large;

/** Visible on light and dark pages. */
const WAVEFORM_COLOR = '0x7A8CA6';
const WAVEFORM_HEIGHT = 320;
/** Low, because ffmpeg keeps all samples in memory, which may be hours of sound. */
const SAMPLES_PER_SECOND = 4000;
/** Minimum number of seconds of sound decoded per second of processor time. */
const AUDIO_PER_CPU = 30;

const FRAME_FILTER = `scale=w='max(1,trunc(iw*if(sar,sar,1)))':h=ih,setsar=1,scale=w='min(${WIDTH},iw)':h=-1,thumbnail=${FRAMES}`;
const WAVEFORM_FILTER = [
  `[0:a:0]aresample=${SAMPLES_PER_SECOND}`,
  'aformat=channel_layouts=mono',
  'asetnsamples=n=4096',
  `showwavespic=s=${WIDTH}x${WAVEFORM_HEIGHT}:colors=${WAVEFORM_COLOR}:scale=sqrt:draw=full[waveform]`,
].join(',');

/**
 * Replaces a video in a directory with one of its frames, in square pixels and upright, and a recording with its waveform.
 * @returns false if it can’t be drawn
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
  // Falls back to the first frame, which is available even if the end is damaged or the duration is wrong.
  for (const second of new Set([(duration ?? 0) * POSTER_AT, 0]))
    if (await draw(['-map', '0:V:0', '-vf', FRAME_FILTER], second)) return true;
  return false;
}
