import type { SandboxResult } from './exchange.ts';
import { findFfmpeg, type Run } from './ffmpeg.ts';
import { measure } from './measurement.ts';
import type { Measurement } from './rendering.ts';
import { convert } from './playback.ts';
import { replaceByPoster } from './poster.ts';

const NO_FFMPEG = 'No preview: ffmpeg is not installed.';
const DAMAGED = {
  video: 'The video is damaged, so it has no preview.',
  audio: 'The recording is damaged, so it has no preview.',
};
const NOT_CONVERTED = {
  video: 'This video can’t be converted for browsers. Download it to open it.',
  audio: 'This recording can’t be converted for browsers. Download it to open it.',
};

/** Whether a file is read with ffmpeg: a video or a recording. */
export const isFilm = (contentType: string) => /^(?:audio|video)\//.test(contentType);

interface Film {
  kind: 'poster' | 'playback';
  contentType: string;
  directory: string;
  cpuSeconds: number;
  run: Run;
  /** What ffmpeg said when it refused the file. */
  cause: () => string | null;
}

type Read = Extract<SandboxResult, { rejected: string }> | { measurement: Measurement };

/** Replaces the video or recording in a directory by its poster, or converts it to a file that browsers play. */
export async function readFilm({ kind, contentType, directory, cpuSeconds, run, cause }: Film): Promise<Read> {
  const family = contentType.startsWith('audio/') ? 'audio' : 'video';
  const programs = await findFfmpeg();
  if (!programs) return { rejected: NO_FFMPEG, cause: null };
  const measurement = await measure(directory, contentType, programs, run);
  if (!measurement) return { rejected: DAMAGED[family], cause: cause() };
  const isDone =
    kind === 'poster'
      ? await replaceByPoster(directory, measurement, programs, run, cpuSeconds)
      : await convert(measurement, programs, run);
  if (isDone) return { measurement };
  return { rejected: (kind === 'poster' ? DAMAGED : NOT_CONVERTED)[family], cause: cause() };
}
