/** Maximum time that a batch delays the next one. */
const MAX_WAIT_MS = 250;
const MAX_BATCH = 100;

interface PendingLoad<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (reason: unknown) => void;
}

/**
 * Loads many keys in one statement: keys that are requested while a batch is loading form the next batch. A value is always read
 * after its request, so it is never stale. Under light load, no request waits.
 */
export class BatchLoader<Key, Value> {
  readonly #loadBatch: (keys: Key[]) => Promise<readonly Value[]>;
  #waiting: PendingLoad<Key, Value>[] = [];
  /** Start time of the batch in progress; undefined if there is none. */
  #busySince: number | undefined;

  /** @param loadBatch returns the values in the order of the keys. If it rejects, the whole batch fails. */
  constructor(loadBatch: (keys: Key[]) => Promise<readonly Value[]>) {
    this.#loadBatch = loadBatch;
  }

  load(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#busySince === undefined || performance.now() - this.#busySince > MAX_WAIT_MS) void this.#next();
    });
  }

  async #next(): Promise<void> {
    const startedAt = performance.now();
    this.#busySince = startedAt;
    const batch = this.#waiting.slice(0, MAX_BATCH);
    this.#waiting = this.#waiting.slice(MAX_BATCH);
    try {
      const values = await this.#loadBatch(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    if (this.#waiting.length > 0) void this.#next();
    else if (this.#busySince === startedAt) this.#busySince = undefined;
  }
}
