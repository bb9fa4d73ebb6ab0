const AT_ONCE = 100;

/**
 * Records of these keys, in their order, batch by batch: the next is read when the one before has been taken, so that a file of any
 * length needs the memory of one batch. No connection is held in between; a record that has been deleted meanwhile is left out.
 */
export async function* inBatches<T>(
  keys: readonly number[],
  read: (keys: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < keys.length; from += AT_ONCE) yield await read(keys.slice(from, from + AT_ONCE));
}
