import { access, constants, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { env } from 'node:process';
import { z } from 'zod';
import { INPUT_FILE } from './exchange.ts';
import type { Size } from './rendering.ts';

/** What a poster is decoded as. */
export const POSTER_TYPE = 'image/png';
const POSTER_FILE = 'poster.png';
const PROBE_FILE = 'probe.json';

/** Part of the duration before the poster: films often begin black. */
const POSTER_AT = 0.1;
/** The most distinctive of so many frames becomes the poster. */
const FRAMES = 50;
const MAX_WIDTH = 1600;

/** Containers that are opened. Playlists are none of them: they name other files, which the program could read. */
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,mpeg,mpegts,flv,ogg';
const INPUT = ['-protocol_whitelist', 'file', '-format_whitelist', FORMATS];

export interface Ffmpeg {
  ffmpeg: string;
  ffprobe: string;
}

const isProgram = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** The programs on the `PATH`, if ffmpeg is installed. */
export async function findFfmpeg(): Promise<Ffmpeg | undefined> {
  for (const folder of (env.PATH ?? '').split(path.delimiter).filter((name) => path.isAbsolute(name))) {
    const programs = { ffmpeg: path.join(folder, 'ffmpeg'), ffprobe: path.join(folder, 'ffprobe') };
    if ((await isProgram(programs.ffmpeg)) && (await isProgram(programs.ffprobe))) return programs;
  }
  return undefined;
}

const MAX_SIDE = 32_768;
const probeSchema = z.object({
  streams: z.array(
    z.object({
      width: z.int().positive().max(MAX_SIDE),
      height: z.int().positive().max(MAX_SIDE),
      sample_aspect_ratio: z.string().optional(),
      side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
    }),
  ),
  format: z.object({ duration: z.coerce.number().nonnegative().optional() }).optional(),
});

interface Video extends Size {
  /** Of the frame that becomes the poster. */
  posterSecond: number;
}

/** Pixels may be wider than high, and phones save films turned. */
function parseVideo(bytes: Buffer): Video | undefined {
  const { streams, format } = probeSchema.parse(JSON.parse(bytes.toString()));
  const [stream] = streams;
  if (!stream) return undefined;
  const [across = 0, down = 0] = (stream.sample_aspect_ratio ?? '').split(':').map(Number);
  const width = across > 0 && down > 0 ? Math.max(1, Math.round((stream.width * across) / down)) : stream.width;
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const isTurned = Math.abs(rotation) % 180 === 90;
  const size = isTurned ? { width: stream.height, height: width } : { width, height: stream.height };
  return { ...size, posterSecond: (format?.duration ?? 0) * POSTER_AT };
}

/** Runs a command in the sandbox; false if it has refused the file. */
type Run = (command: readonly string[]) => Promise<boolean>;

/**
 * Replaces a video in a directory by its poster, in square pixels and upright.
 * @returns the size of the video; undefined if it is damaged or has no picture
 */
export async function replaceByPoster(
  directory: string,
  { ffmpeg, ffprobe }: Ffmpeg,
  run: Run,
): Promise<Size | undefined> {
  const entries = 'stream=width,height,sample_aspect_ratio:stream_side_data=rotation:format=duration';
  const probe = [ffprobe, '-v', 'error', ...INPUT, '-select_streams', 'V:0', '-show_entries', entries, '-of', 'json'];
  const isRead = await run([...probe, '-o', PROBE_FILE, INPUT_FILE]);
  if (!isRead) return undefined;
  const size = await readFile(path.join(directory, PROBE_FILE)).then(parseVideo, () => undefined);
  if (!size) return undefined;
  const filter = `scale=w='max(1,trunc(iw*if(sar,sar,1)))':h=ih,setsar=1,scale=w='min(${MAX_WIDTH},iw)':h=-1,thumbnail=${FRAMES}`;
  // A damaged end, or a wrong duration, still leaves the first frame.
  for (const second of new Set([size.posterSecond, 0])) {
    const frame = ['-map', '0:V:0', '-frames:v', '1', '-vf', filter, '-filter_threads', '1', '-y', POSTER_FILE];
    const video = [...INPUT, '-ss', second.toFixed(3), '-i', INPUT_FILE];
    const isDrawn = await run([ffmpeg, '-v', 'error', '-nostdin', '-threads', '1', ...video, ...frame]);
    const isMoved =
      isDrawn &&
      (await rename(path.join(directory, POSTER_FILE), path.join(directory, INPUT_FILE)).then(
        () => true,
        () => false,
      ));
    if (isMoved) return { width: size.width, height: size.height };
  }
  return undefined;
}
