const AT_ONCE = 100;

/**
 * Reads records in the order of their keys, one batch at a time and each on demand: a file of any length needs the memory of one batch.
 * Holds no connection between batches, and skips records deleted in between.
 */
export async function* inBatches<T>(
  keys: readonly number[],
  read: (keys: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < keys.length; from += AT_ONCE) yield await read(keys.slice(from, from + AT_ONCE));
}
