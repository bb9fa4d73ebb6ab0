import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Builds the files that the backend is tested with. Runs in a separate process, because these tests don't have the backend's packages. */
const PROGRAM = fileURLToPath(new URL('../../apps/backend/test/builders/masters/write.ts', import.meta.url));

export interface MasterFile {
  name: string;
  title: string;
  path: string;
  /** `shown: image/jpeg, …`, `failed: message`, `rejected: message` or `no preview: type`. */
  outcome: string;
  /** A video or recording. */
  isFilm: boolean;
}

export interface MasterSet {
  files: readonly MasterFile[];
  remove(): void;
}

/** Files of all formats, intact and damaged, whose titles begin with a prefix. Without ffmpeg, there are no videos and recordings. Only these file names if there are any. */
export function writeMasters(prefix: string, names: readonly string[] = []): MasterSet {
  const folder = mkdtempSync(join(tmpdir(), 'masters-'));
  const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
  execFileSync(process.execPath, ['--no-warnings', PROGRAM, folder, prefix, ...names], { stdio: 'inherit' });
  const set = JSON.parse(readFileSync(join(folder, 'set.json'), 'utf8')) as Omit<MasterFile, 'path'>[];
  return {
    files: set.filter(({ isFilm }) => hasFfmpeg || !isFilm).map((file) => ({ ...file, path: join(folder, file.name) })),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** What an outcome says after its first word. */
export const messageOf = ({ outcome }: MasterFile) => outcome.slice(outcome.indexOf(': ') + 2);
export const isShown = ({ outcome }: MasterFile) => outcome.startsWith('shown');
export const isFailed = ({ outcome }: MasterFile) => outcome.startsWith('failed');
/** Shown, although parts of the file seem to be lost. */
export const isDoubtful = ({ outcome }: MasterFile) => outcome.startsWith('shown') && outcome.endsWith(', damaged');
export const isRejected = ({ outcome }: MasterFile) => outcome.startsWith('rejected');

/** The message for a file that is intact but has no preview. */
export const NO_PREVIEW = 'Previews aren’t available for this type of document. Download it to open it.';
