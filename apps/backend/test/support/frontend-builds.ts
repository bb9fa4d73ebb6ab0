import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const fixtures = fileURLToPath(new URL('../../../../tools/rspack/fixtures', import.meta.url));
const rspack = fileURLToPath(new URL('../../../../node_modules/@rspack/cli/bin/rspack.js', import.meta.url));

export interface Build {
  version: string;
  files: { path: string; content: string }[];
}

/** Builds of the small micro-frontends in tools/rspack/fixtures, made with the project's own configuration. */
export interface FrontendBuilds {
  directory: string;
  /** A build in the format of the publishing API. */
  build(folder: string): Promise<Build>;
  /** The path of a new FRONTENDS_DIR with these builds. */
  startingWith(folders: Record<string, string>): Promise<string>;
  remove(): Promise<void>;
}

export async function buildFrontends(...names: string[]): Promise<FrontendBuilds> {
  const place = await mkdtemp(path.join(tmpdir(), 'archive-builds-'));
  const directory = path.join(place, 'out');
  const env = { ...process.env, NODE_ENV: 'production', FRONTENDS_OUT: directory, FIXTURES: names.join() };
  await promisify(execFile)(process.execPath, [rspack, 'build'], { cwd: fixtures, env });
  return {
    directory,
    async build(folder) {
      const root = path.join(directory, folder);
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      const files = await Promise.all(
        entries
          .filter((entry) => entry.isFile())
          .map(async (entry) => {
            const file = path.join(entry.parentPath, entry.name);
            return { path: path.relative(root, file), content: await readFile(file, 'base64') };
          }),
      );
      const { version } = JSON.parse(await readFile(path.join(root, 'archive.json'), 'utf8')) as { version: string };
      return { version, files };
    },
    async startingWith(folders) {
      const start = await mkdtemp(path.join(place, 'start-'));
      for (const [to, from] of Object.entries(folders))
        await cp(path.join(directory, from), path.join(start, to), { recursive: true });
      return start;
    },
    remove: () => rm(place, { recursive: true, force: true }),
  };
}
