import { convertCommand, type Ffmpeg, type Run } from './ffmpeg.ts';
import type { Measurement } from './rendering.ts';
import type { SandboxLimits } from './sandbox-process.ts';

/** Content types of converted files. */
export const PLAYBACK_TYPES = { video: 'video/mp4', audio: 'audio/mp4' } as const;
export const PLAYBACK_FILE = 'playback';

const MB = 1024 * 1024;
export const MAX_PLAYBACK_BYTES = 4096 * MB;

const MAX_WIDTH = 1920;
const MAX_HEIGHT = 1080;

/** Processor time per second of video, and the limits of the total. */
const CPU_PER_SECOND = 8;
const MIN_CPU_SECONDS = 300;
const MAX_CPU_SECONDS = 4 * 3600;

/** Makes a video upright and deinterlaced, with square pixels and even dimensions, as H.264 requires. */
const VIDEO_FILTER = [
  'bwdif=mode=send_frame:deint=interlaced',
  `scale=w='max(2,trunc(iw*if(sar,sar,1)))':h=ih`,
  'setsar=1',
  `scale=w='min(if(gt(ih,iw),${MAX_HEIGHT},${MAX_WIDTH}),iw)':h='min(if(gt(ih,iw),${MAX_WIDTH},${MAX_HEIGHT}),ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`,
].join(',');

const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '6M', '-bufsize', '12M'];
const AAC = ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000'];

const videoOptions = ({ canCopy }: Measurement) => [
  '-map',
  '0:V:0',
  ...(canCopy.video ? ['-c:v', 'copy'] : [...H264, '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-vf', VIDEO_FILTER]),
];
const audioOptions = ({ canCopy }: Measurement) => ['-map', '0:a:0', ...(canCopy.audio ? ['-c:a', 'copy'] : AAC)];

/** Removes metadata and chapters, and puts the index first, so that playback can start before the whole file is loaded. */
const CONTAINER = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn', '-movflags', '+faststart', '-f', 'mp4'];

/** Limits of a conversion: processor time, which depends on the duration, and the size of the result. */
const playbackLimits = ({ duration }: Measurement): Partial<SandboxLimits> => ({
  cpuSeconds: Math.min(MAX_CPU_SECONDS, Math.max(MIN_CPU_SECONDS, Math.ceil((duration ?? 0) * CPU_PER_SECOND))),
  fileBytes: MAX_PLAYBACK_BYTES,
});

/** Writes an MP4 with H.264 and AAC. Resolves to false if the file can’t be converted. */
export function convert(measurement: Measurement, programs: Ffmpeg, run: Run): Promise<boolean> {
  const options = [
    ...(measurement.size ? videoOptions(measurement) : ['-vn']),
    ...(measurement.hasAudio ? audioOptions(measurement) : ['-an']),
    ...CONTAINER,
  ];
  return run(convertCommand(programs, options, PLAYBACK_FILE), playbackLimits(measurement));
}
