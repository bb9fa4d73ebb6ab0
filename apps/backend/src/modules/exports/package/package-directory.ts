import { mkdir, mkdtemp } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

export const FILES_FOLDER = 'data/files/';

/** The directories of this machine, followed by the process that uses it, so that those of killed processes can be recognized. */
export const DIRECTORY_PREFIX = `package-${hostname()}-`;

/** Creates a temporary directory for a package. */
export async function packageDirectory(scratch: string): Promise<string> {
  await mkdir(scratch, { recursive: true });
  return mkdtemp(path.join(scratch, `${DIRECTORY_PREFIX}${process.pid}-`));
}
