import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
/** Suffix for the names of tests that need ffmpeg. */
export const FFMPEG_SKIPPED = hasFfmpeg ? '' : ' (skipped: ffmpeg is not installed)';

const RED = ['-f', 'lavfi', '-i', 'color=red:size=320x240:rate=10:duration=2'];

let made = 0;
/** A tone whose pitch makes every file different. */
const tone = () => ['-f', 'lavfi', '-i', `sine=frequency=${440 + (made += 1)}:duration=2`];

/** Two seconds of red with a tone, encoded by ffmpeg with these options into a file of the given name. */
export const aVideo = (name: string, options: readonly string[] = []): Promise<Buffer> =>
  write(name, [...RED, ...tone(), '-shortest', ...options]);

/** Two seconds of a tone. */
export const aRecording = (name: string, options: readonly string[] = []): Promise<Buffer> =>
  write(name, [...tone(), ...options]);

async function write(name: string, options: readonly string[]): Promise<Buffer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'videos-'));
  try {
    const file = path.join(directory, name);
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...options, file]);
    return await readFile(file);
  } finally {
    await rm(directory, { recursive: true });
  }
}
