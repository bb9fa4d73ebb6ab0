import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { SandboxResult } from './exchange.ts';
import { type Ffmpeg, type Run, findFfmpeg, probeCommand } from './ffmpeg.ts';
import { convert } from './playback.ts';
import { replaceByPoster } from './poster.ts';
import type { Measurement, Size } from './rendering.ts';

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

const PROBE_FILE = 'probe.json';
const ENTRIES = [
  'stream=codec_type,codec_name,pix_fmt,width,height,sample_aspect_ratio',
  'stream_disposition=attached_pic',
  'stream_side_data=rotation',
  'format=duration,bit_rate',
].join(':');

const MAX_SIDE = 32_768;
/** A week. Longer durations are the result of damaged files. */
const MAX_SECONDS = 7 * 86_400;
/** Maximum bit rate, in bits per second, that plays without pauses on common connections. */
const MAX_VIDEO_BITS = 12e6;
const MAX_AUDIO_BITS = 2e6;

interface Codecs {
  video: readonly string[];
  audio: readonly string[];
}

/** Codecs that all current browsers can play, by content type. */
const PLAYABLE: Readonly<Record<string, Codecs>> = {
  'video/mp4': { video: ['h264'], audio: ['aac', 'mp3'] },
  'video/webm': { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
  'audio/mpeg': { video: [], audio: ['mp3'] },
  'audio/mp4': { video: [], audio: ['aac'] },
  'audio/aac': { video: [], audio: ['aac'] },
  'audio/wav': { video: [], audio: ['pcm_u8', 'pcm_s16le', 'pcm_s24le'] },
  'audio/flac': { video: [], audio: ['flac'] },
};
const PIXEL_FORMATS = ['yuv420p', 'yuvj420p'];

const NAMES: Readonly<Record<string, string>> = {
  aac: 'AAC',
  alac: 'Apple Lossless',
  av1: 'AV1',
  dvvideo: 'DV',
  flac: 'FLAC',
  h264: 'H.264',
  hevc: 'H.265',
  mjpeg: 'Motion JPEG',
  mp2: 'MP2',
  mp3: 'MP3',
  mpeg1video: 'MPEG-1',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4',
  opus: 'Opus',
  prores: 'ProRes',
  rawvideo: 'Uncompressed',
  vorbis: 'Vorbis',
  vp8: 'VP8',
  vp9: 'VP9',
};
const nameOf = (codec: string) => NAMES[codec] ?? (codec.startsWith('pcm_') ? 'PCM' : codec);

const streamSchema = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().max(40).optional(),
  pix_fmt: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  sample_aspect_ratio: z.string().optional(),
  disposition: z.object({ attached_pic: z.int().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
});
type Stream = z.output<typeof streamSchema>;
const optionalNumber = z.coerce.number().nonnegative().optional().catch(undefined);
const probeSchema = z.object({
  streams: z.array(streamSchema),
  format: z.object({ duration: optionalNumber, bit_rate: optionalNumber }).optional(),
});

/** The displayed size of a video. Accounts for non-square pixels, and for the rotation that phones store. */
function displayedSize({ width: storedWidth = 0, height = 0, ...stream }: Stream): Size {
  const [across = 0, down = 0] = (stream.sample_aspect_ratio ?? '').split(':').map(Number);
  const width = across > 0 && down > 0 ? Math.max(1, Math.round((storedWidth * across) / down)) : storedWidth;
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  return Math.abs(rotation) % 180 === 90 ? { width: height, height: width } : { width, height };
}

const isPicture = ({ codec_type, disposition, width = 0, height = 0 }: Stream) =>
  codec_type === 'video' &&
  disposition?.attached_pic !== 1 &&
  Math.min(width, height) > 0 &&
  Math.max(width, height) <= MAX_SIDE;

function measurementOf(bytes: Buffer, contentType: string): Measurement | undefined {
  const { streams, format } = probeSchema.parse(JSON.parse(bytes.toString()));
  // Any picture in a recording is its cover.
  const video = contentType.startsWith('audio/') ? undefined : streams.find(isPicture);
  const audio = streams.find(({ codec_type }) => codec_type === 'audio');
  if (!video && !audio) return undefined;
  const { duration, bit_rate: bits = 0 } = format ?? {};
  const playable = PLAYABLE[contentType];
  const exceedsBitRate = bits > (video ? MAX_VIDEO_BITS : MAX_AUDIO_BITS);
  const hasPixels = PIXEL_FORMATS.includes(video?.pix_fmt ?? '');
  const has = (codecs: readonly string[] | undefined, stream: Stream) =>
    codecs?.includes(stream.codec_name ?? '') === true;
  return {
    size: video ? displayedSize(video) : null,
    duration: duration !== undefined && duration > 0 && duration <= MAX_SECONDS ? duration : null,
    codecs: [video, audio]
      .flatMap((stream) => stream?.codec_name ?? [])
      .map(nameOf)
      .join(', '),
    playable:
      !exceedsBitRate &&
      (!video || (has(playable?.video, video) && hasPixels)) &&
      (!audio || has(playable?.audio, audio)),
    hasAudio: audio !== undefined,
    canCopy: {
      // The frames in an AVI file have no timestamps.
      video: video?.codec_name === 'h264' && hasPixels && !exceedsBitRate && contentType !== 'video/x-msvideo',
      audio: audio?.codec_name === 'aac' && !(exceedsBitRate && !video),
    },
  };
}

/** Describes the video or recording in a directory; undefined if it is damaged. */
export async function measure(
  directory: string,
  contentType: string,
  programs: Ffmpeg,
  run: Run,
): Promise<Measurement | undefined> {
  if (!(await run(probeCommand(programs, ENTRIES, PROBE_FILE)))) return undefined;
  return readFile(path.join(directory, PROBE_FILE))
    .then(
      (bytes) => measurementOf(bytes, contentType),
      () => undefined,
    )
    .catch(() => undefined);
}
