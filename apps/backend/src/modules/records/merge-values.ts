import { isDeepStrictEqual } from 'node:util';

/** The values of an update that differ from the record's. Absent values count as unchanged. */
export const differences = <V extends object>(current: V, changes: { [K in keyof V]?: V[K] | undefined }): Partial<V> =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, current[name as keyof V]),
    ),
  ) as Partial<V>;

/** The values of a record after an update. */
export const withChanges = <V extends object>(current: V, changes: { [K in keyof V]?: V[K] | undefined }): V => ({
  ...current,
  ...differences(current, changes),
});
