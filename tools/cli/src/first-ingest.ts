import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ArchiveApi, Operation } from './archive-api.ts';

const DOCUMENT = 'archive/sequoia-voyages.md';

/**
 * Gives an archive that has never taken in a document its first one, through the queue like any other, and follows it
 * until its voyages are there; one that a kill interrupted is followed as well. Files that the document links to come later by themselves:
 * without a way to the internet they do not come at all, and nobody shall wait for that. Answers undefined when there was nothing to wait for.
 */
export async function firstIngest(
  api: ArchiveApi,
  root: string,
  say: (state: string) => void,
  signal: AbortSignal,
): Promise<Operation | undefined> {
  const [latest] = await api.operations();
  if (latest && isOver(latest)) return undefined;
  const file = join(root, DOCUMENT);
  const id = latest?.operation_id ?? (await api.ingest(basename(file), readFileSync(file, 'utf8')));
  for (let said = ''; ; await sleep(200, undefined, { signal })) {
    const operation = await api.operation(id);
    if (operation.current_step && operation.current_step !== said) say((said = operation.current_step));
    if (isOver(operation) || isFetching(operation)) return operation;
  }
}

/** All voyages are saved by then. */
function isFetching({ current_step }: Operation): boolean {
  return current_step?.startsWith('Fetching media') === true;
}

function isOver({ status }: Operation): boolean {
  return status === 'completed' || status === 'failed';
}
