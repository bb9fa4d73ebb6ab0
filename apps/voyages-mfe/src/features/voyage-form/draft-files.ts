const DATABASE = 'voyages';
const STORE = 'files';
/** A file that no draft came back for is nobody's any more. */
const KEPT_MS = 30 * 86_400_000;

interface Kept {
  id: string;
  file: File;
  /** Milliseconds since 1970. */
  kept_at: number;
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing')));
  return promise;
};

async function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
  return answerOf(request);
}

async function within<T>(mode: IDBTransactionMode, work: (files: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await opened();
  try {
    const transaction = database.transaction(STORE, mode);
    const { promise: over, resolve, reject } = Promise.withResolvers<void>();
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('There is no room')));
    const [answer] = await Promise.all([work(transaction.objectStore(STORE)), over]);
    return answer;
  } finally {
    database.close();
  }
}

/** Keeps a file that waits to be uploaded, over reloads and crashes; false where the browser has no room for it. */
export async function keepFile(id: string, file: File): Promise<boolean> {
  try {
    const kept: Kept = { id, file, kept_at: Date.now() };
    await within('readwrite', (files) => answerOf(files.put(kept)));
    return true;
  } catch {
    return false;
  }
}

/** The files of a draft, as far as the browser has them still, by id. */
export async function keptFiles(ids: string[]): Promise<Map<string, File>> {
  try {
    const found = await within('readonly', (files) =>
      Promise.all(ids.map((id) => answerOf<Kept | undefined>(files.get(id)))),
    );
    return new Map(found.flatMap((kept) => (kept ? [[kept.id, kept.file]] : [])));
  } catch {
    return new Map();
  }
}

/** Lets files go that are uploaded or given up, and with them what has lain there too long. */
export async function dropFiles(ids: string[]): Promise<void> {
  try {
    await within('readwrite', async (files) => {
      const all = (await answerOf(files.getAll())) as Kept[];
      const old = all.filter(({ kept_at }) => kept_at < Date.now() - KEPT_MS).map(({ id }) => id);
      for (const id of [...ids, ...old]) files.delete(id);
    });
  } catch {
    // What could not be kept need not be dropped.
  }
}
