/** Limits the number of concurrent tasks per host. Further tasks wait in order of arrival. */
export class HostLimiter {
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Map<string, number>();
  readonly #max: () => number;

  constructor(max: () => number) {
    this.#max = max;
  }

  /** Runs `work` when the host has a free slot. An aborted task doesn't start. */
  async enter<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if ((this.#running.get(host) ?? 0) >= this.#max()) await this.#wait(host, signal);
    else this.#running.set(host, (this.#running.get(host) ?? 0) + 1);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#release(host);
    }
  }

  #wait(host: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = this.#waiting.get(host) ?? [];
    this.#waiting.set(host, [...queue, resolve]);
    const abort = () => {
      const waiting = this.#waiting.get(host) ?? [];
      // The task already has a slot, so `enter` throws and frees the slot.
      if (!waiting.includes(resolve)) return;
      this.#waiting.set(
        host,
        waiting.filter((waiter) => waiter !== resolve),
      );
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', abort));
  }

  /** Passes the slot to the next task, or frees it if no task is waiting. */
  #release(host: string): void {
    const [next, ...others] = this.#waiting.get(host) ?? [];
    if (next) {
      this.#waiting.set(host, others);
      next();
      return;
    }
    this.#waiting.delete(host);
    const running = (this.#running.get(host) ?? 1) - 1;
    if (running === 0) this.#running.delete(host);
    else this.#running.set(host, running);
  }
}
