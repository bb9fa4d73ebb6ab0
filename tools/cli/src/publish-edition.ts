import type { Edition } from '@archive/contracts';
import { formatCount } from '@archive/contracts/format';
import { UserError } from '@archive/postgres';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ArchiveSession } from './archive-session.ts';
import type { Steps } from './steps.ts';

export interface PublishOptions {
  to?: string;
}

/** The list of all files of an edition, with their hashes. */
const CHECKSUMS = 'SHA256SUMS';

const FILES_AT_ONCE = 8;

/** Publishes an edition, and copies it into a folder. Returns the status of the program. */
export async function publishEdition(
  session: ArchiveSession,
  { to }: PublishOptions,
  { steps, signal }: { steps: Steps; signal: AbortSignal },
): Promise<number> {
  const edition = await steps.run(
    'Edition',
    (show) => follow(session, show, signal),
    ({ number, counts }) => `${number}: ${formatCount(counts?.files ?? 0, 'file')}, ${counts?.written ?? 0} new`,
  );
  if (to !== undefined)
    await steps.run(
      'Copy',
      (show) => copyEdition(`${session.origin}/edition/`, path.resolve(process.env.INIT_CWD ?? '.', to), show, signal),
      ({ copied, removed }) => `${formatCount(copied, 'file')} copied, ${removed} removed`,
    );
  steps.print(`Edition ${edition.number} is published at ${session.origin}/edition/`);
  return 0;
}

async function follow(session: ArchiveSession, show: (state: string) => void, signal: AbortSignal): Promise<Edition> {
  const { number } = await session.request('edition.publish');
  for (; ; await sleep(200, undefined, { signal })) {
    const { editions } = await session.request('edition.status');
    const edition = editions.find((other) => other.number === number);
    if (edition?.state === 'completed') return edition;
    if (!edition || edition.state === 'failed' || edition.state === 'cancelled')
      throw new UserError(edition?.error ?? 'Someone canceled the edition. Nothing was published.');
    show(edition.step);
  }
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/**
 * Makes a folder a copy of the current edition. Files that it already has are not sent again; files of an earlier copy are removed. A folder
 * with anything else is left alone.
 * @throws a `UserError` if the folder has other files, or if the edition changes while it is copied
 */
export async function copyEdition(
  address: string,
  folder: string,
  show: (state: string) => void,
  signal: AbortSignal,
): Promise<{ copied: number; removed: number }> {
  const before = await checksumsIn(folder);
  const response = await fetch(address + CHECKSUMS, { signal });
  if (!response.ok) throw new UserError(`${address} has no edition.`);
  const list = await response.text();
  const files = parseChecksums(list);
  const waiting = [...files].filter(([name, hash]) => before.get(name) !== hash);
  const total = waiting.length;
  const next = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const [name, hash] = file;
      show(`${total - waiting.length} of ${total} files`);
      const content = Buffer.from(await (await fetch(address + encodeURI(name), { signal })).arrayBuffer());
      if (hashOf(content) !== hash) throw new UserError('The edition has changed while it was copied. Try again.');
      await replaceFile(path.join(folder, name), content);
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, next));
  const removed = [...before.keys()].filter((name) => !files.has(name));
  await Promise.all(removed.map((name) => rm(path.join(folder, name), { force: true })));
  await replaceFile(path.join(folder, CHECKSUMS), Buffer.from(list));
  return { copied: total, removed: removed.length };
}

/** Files of a web server are complete at any time. */
async function replaceFile(file: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}

/** Paths and hashes. Paths never leave the folder. */
function parseChecksums(list: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const line of list.split('\n')) {
    const [, hash, name] = /^([0-9a-f]{64}) {2}([\w-][\w.-]*(?:\/[\w-][\w.-]*)*)$/.exec(line) ?? [];
    if (hash !== undefined && name !== undefined) files.set(name, hash);
    else if (line !== '') throw new UserError(`The edition has a file that can’t be copied: ${line}`);
  }
  return files;
}

/** What an earlier copy has; empty for a new folder. Files that someone changed are copied again. */
async function checksumsIn(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.length === 0) return new Map();
  if (!names.includes(CHECKSUMS))
    throw new UserError(`${folder} has files that are not of an edition. Choose an empty folder.`);
  const listed = parseChecksums(await readFile(path.join(folder, CHECKSUMS), 'utf8'));
  const actual = new Map<string, string>();
  for (const name of listed.keys()) {
    const content = await readFile(path.join(folder, name)).catch(() => undefined);
    if (content) actual.set(name, hashOf(content));
  }
  return actual;
}
