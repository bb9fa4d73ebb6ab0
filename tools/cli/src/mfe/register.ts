import type { RemoteDescriptionInput } from '@archive/contracts';
import { UserError } from '@archive/postgres';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningArchive } from './archive.ts';
import { requireProject, type Workspace } from './workspace.ts';

/** File with the description of a micro-frontend, in the folder of its project. */
const DESCRIPTION_FILE = 'remote.json';

/** Registers a micro-frontend with the description in a file, by default the one of its project. Returns what is registered. */
export async function register(
  workspace: Workspace,
  archive: RunningArchive,
  name: string,
  from: string | undefined,
): Promise<{ title: string; path: string }> {
  const file = from ?? join(requireProject(workspace, name), DESCRIPTION_FILE);
  const { name: described, uses: _, ...description } = readDescription(file);
  if (described !== undefined && described !== name)
    throw new UserError(`${file} describes ${String(described)}, not ${name}.`);
  const registration = await archive.request('frontends.register', {
    params: { name },
    body: description as RemoteDescriptionInput,
  });
  return registration.description;
}

function readDescription(file: string): Record<string, unknown> {
  if (!existsSync(file)) throw new UserError(`There is no ${file}.`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new UserError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}
