const BATCH_SIZE = 100;

/**
 * Reads records in the order of their ids, in batches, each when the consumer asks for it. An export therefore only needs memory for one
 * batch. Holds no connection between batches, and skips records that were deleted since.
 */
export async function* inBatches<T>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE) yield await read(ids.slice(from, from + BATCH_SIZE));
}
