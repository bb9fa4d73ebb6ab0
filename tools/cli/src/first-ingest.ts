import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ArchiveApi, Operation } from './archive-api.ts';

const DOCUMENT = 'archive/sequoia-voyages.md';

/**
 * Imports the first document into an archive that has none, through the queue, and waits until its voyages are saved;
 * resumes an interrupted import. Linked files follow later, so that a start needs no internet access. Returns
 * undefined when nothing had to be imported.
 */
export async function firstIngest(
  api: ArchiveApi,
  root: string,
  print: (state: string) => void,
  signal: AbortSignal,
): Promise<Operation | undefined> {
  const [latest] = await api.operations();
  if (latest && isFinished(latest)) return undefined;
  const file = join(root, DOCUMENT);
  const id = latest?.operation_id ?? (await api.ingest(basename(file), readFileSync(file, 'utf8')));
  for (let lastStep = ''; ; await sleep(200, undefined, { signal })) {
    const operation = await api.operation(id);
    if (operation.current_step && operation.current_step !== lastStep) print((lastStep = operation.current_step));
    if (isFinished(operation) || isFetchingMedia(operation)) return operation;
  }
}

/** Media are fetched once all voyages are saved. */
function isFetchingMedia({ current_step }: Operation): boolean {
  return current_step?.startsWith('Fetching media') === true;
}

function isFinished({ status }: Operation): boolean {
  return status === 'completed' || status === 'failed';
}
