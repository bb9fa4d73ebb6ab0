import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { env } from 'node:process';
import { INPUT_FILE } from './exchange.ts';
import type { SandboxLimits } from './sandbox-process.ts';

/** Container formats that ffmpeg may open. Playlists are excluded, because they could make ffmpeg read other files. */
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,mpeg,mpegts,flv,ogg,mp3,aac,wav,flac,aiff,mpegvideo';
const RESTRICTIONS = ['-protocol_whitelist', 'file', '-format_whitelist', FORMATS];

export interface Ffmpeg {
  ffmpeg: string;
  ffprobe: string;
}

/** Runs a command in the sandbox. Resolves to false if the program rejects the file. */
export type Run = (command: readonly string[], limits?: Partial<SandboxLimits>) => Promise<boolean>;

const isProgram = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Finds the programs on the `PATH`; undefined if ffmpeg isn't installed. */
export async function findFfmpeg(): Promise<Ffmpeg | undefined> {
  for (const folder of (env.PATH ?? '').split(path.delimiter).filter((name) => path.isAbsolute(name))) {
    const programs = { ffmpeg: path.join(folder, 'ffmpeg'), ffprobe: path.join(folder, 'ffprobe') };
    if ((await isProgram(programs.ffmpeg)) && (await isProgram(programs.ffprobe))) return programs;
  }
  return undefined;
}

/** The command that describes the input file as JSON. */
export const probeCommand = ({ ffprobe }: Ffmpeg, entries: string, output: string): string[] => {
  const outputOptions = ['-show_entries', entries, '-of', 'json', '-o', output];
  return [ffprobe, '-v', 'error', ...RESTRICTIONS, ...outputOptions, INPUT_FILE];
};

/** The command that converts the input file. */
export const convertCommand = (
  { ffmpeg }: Ffmpeg,
  options: readonly string[],
  output: string,
  startSecond = 0,
): string[] => {
  const threads = ['-threads', '1', '-filter_threads', '1'];
  const start = startSecond > 0 ? ['-ss', startSecond.toFixed(3)] : [];
  return [
    ffmpeg,
    '-v',
    'error',
    '-nostdin',
    '-y',
    ...threads,
    ...RESTRICTIONS,
    ...start,
    '-i',
    INPUT_FILE,
    ...options,
    output,
  ];
};
