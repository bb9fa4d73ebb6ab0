const BATCH_SIZE = 100;

/**
 * Reads records by id, in the given order. Each batch is read when the consumer asks for it. Any export therefore needs the memory of one
 * batch. Uses no connection between batches, and skips records that have been deleted since.
 */
export async function* inBatches<T>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE) yield await read(ids.slice(from, from + BATCH_SIZE));
}
