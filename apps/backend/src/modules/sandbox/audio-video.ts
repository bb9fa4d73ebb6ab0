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

/** Whether a file is a video or recording, which ffmpeg processes. */
export const isAudioOrVideo = (contentType: string) => /^(?:audio|video)\//.test(contentType);

interface AudioVideoInput {
  kind: 'poster' | 'playback';
  contentType: string;
  directory: string;
  cpuSeconds: number;
  run: Run;
  /** The error that ffmpeg reported if it rejected the file. */
  cause: () => string | null;
}

type AudioVideoResult = Extract<SandboxResult, { rejected: string }> | { measurement: Measurement };

/** Replaces the video or recording in a directory with its poster, or converts it to a file that browsers can play. */
export async function processAudioVideo({
  kind,
  contentType,
  directory,
  cpuSeconds,
  run,
  cause,
}: AudioVideoInput): Promise<AudioVideoResult> {
  const family = contentType.startsWith('audio/') ? 'audio' : 'video';
  const programs = await findFfmpeg();
  if (!programs) return { rejected: NO_FFMPEG, damaged: false, cause: null };
  const measurement = await measure(directory, contentType, programs, run);
  if (!measurement) return { rejected: DAMAGED[family], damaged: true, cause: cause() };
  const isDone =
    kind === 'poster'
      ? await replaceByPoster(directory, measurement, programs, run, cpuSeconds)
      : await convert(measurement, programs, run);
  if (isDone) return { measurement };
  return kind === 'poster'
    ? { rejected: DAMAGED[family], damaged: true, cause: cause() }
    : { rejected: NOT_CONVERTED[family], damaged: false, cause: cause() };
}
