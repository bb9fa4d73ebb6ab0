import { Worker } from 'node:worker_threads';

interface Derivation {
  password: string;
  salt: Uint8Array;
  /** Length of the key. */
  bytes: number;
  /** Options of `crypto.scrypt`. */
  options: { N: number; r: number; p: number; maxmem: number };
}

interface Reply {
  key?: Uint8Array;
  error?: string;
}

/**
 * The program of the thread. It is a text because the backend is bundled into one file. On Linux, a priority applies to the calling
 * thread alone, so hashing yields to requests when all cores are busy.
 */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
const { scryptSync } = require('node:crypto');
if (process.platform === 'linux') try { require('node:os').setPriority(0, 10); } catch {}
parentPort.on('message', ({ password, salt, bytes, options }) => {
  try { parentPort.postMessage({ key: scryptSync(password, salt, bytes, options) }); }
  catch (error) { parentPort.postMessage({ error: error.message }); }
});`;

/** The thread ends after this time without work. */
const IDLE_MS = 10_000;

/**
 * Derives keys from passwords one at a time in a thread of its own. `crypto.scrypt` would use the four threads of libuv, which every file
 * read needs too.
 */
class PasswordThread {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  derive(derivation: Derivation): Promise<Buffer> {
    const key = this.#last.then(() => this.#run(derivation));
    this.#last = key.catch(() => undefined);
    return key;
  }

  async #run(derivation: Derivation): Promise<Buffer> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= new Worker(PROGRAM, { eval: true, execArgv: [], env: {} }));
    worker.ref();
    try {
      const { key, error } = await replyOf(worker, derivation);
      if (!key) throw new Error(error ?? 'The password could not be checked.');
      return Buffer.from(key);
    } catch (error) {
      this.#end(worker);
      throw error;
    } finally {
      worker.unref();
      this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref();
    }
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    void worker.terminate();
  }
}

/** Fails if the thread ends before it replies. */
async function replyOf(worker: Worker, derivation: Derivation): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const ended = () => reject(new Error('The thread for passwords ended.'));
  worker.once('message', resolve).once('error', reject).once('exit', ended);
  worker.postMessage(derivation);
  try {
    return await promise;
  } finally {
    worker.off('message', resolve).off('error', reject).off('exit', ended);
  }
}

export const passwordThread = new PasswordThread();
