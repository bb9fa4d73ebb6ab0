import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { CURATOR } from './test.ts';

export const ROOT = resolve(import.meta.dirname, '..', '..');

export interface Outcome {
  status: number;
  output: string;
}

/** Runs `npm run archive -- …` as the curator of the archive under test, as if it were typed in `folder`. */
export function runArchiveCommand(origin: string, args: string[], folder = ROOT): Promise<Outcome> {
  const env = {
    ...process.env,
    INIT_CWD: folder,
    ARCHIVE_URL: origin,
    CURATOR_USERNAME: CURATOR.username,
    CURATOR_PASSWORD: CURATOR.password,
    DEPLOY_TOKEN: '',
  };
  return new Promise((resolveOutcome) => {
    execFile(process.execPath, [join(ROOT, 'tools/cli/run.mjs'), ...args], { env }, (error, stdout, stderr) => {
      resolveOutcome({ status: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}
