const DATABASE = 'voyages';
const STORE = 'files';
/** Age after which a stored file is deleted. */
const MAX_AGE_MS = 30 * 86_400_000;

interface StoredFile {
  id: string;
  file: File;
  /** Milliseconds since 1970. */
  stored_at: number;
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(request.error ?? new Error('Browser storage failed')));
  return promise;
};

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
  return resultOf(request);
}

async function inTransaction<T>(mode: IDBTransactionMode, work: (files: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(STORE, mode);
    const { promise: completed, resolve, reject } = Promise.withResolvers<void>();
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Browser storage is full')));
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), completed]);
    return result;
  } finally {
    database.close();
  }
}

/** Stores a pending file in the browser. Resolves to false when storage is full or unavailable. */
export async function storeFile(id: string, file: File): Promise<boolean> {
  try {
    const entry: StoredFile = { id, file, stored_at: Date.now() };
    await inTransaction('readwrite', (files) => resultOf(files.put(entry)));
    return true;
  } catch {
    return false;
  }
}

/** The stored files with these ids, by id. */
export async function loadFiles(ids: string[]): Promise<Map<string, File>> {
  try {
    const storedFiles = await inTransaction('readonly', (files) =>
      Promise.all(ids.map((id) => resultOf<StoredFile | undefined>(files.get(id)))),
    );
    return new Map(storedFiles.flatMap((stored) => (stored ? [[stored.id, stored.file]] : [])));
  } catch {
    return new Map();
  }
}

/** Deletes these files, and any that are too old. */
export async function deleteFiles(ids: string[]): Promise<void> {
  try {
    await inTransaction('readwrite', async (files) => {
      const storedFiles = (await resultOf(files.getAll())) as StoredFile[];
      const old = storedFiles.filter(({ stored_at }) => stored_at < Date.now() - MAX_AGE_MS).map(({ id }) => id);
      for (const id of [...ids, ...old]) files.delete(id);
    });
  } catch {
    // Nothing was stored, so there is nothing to delete.
  }
}
