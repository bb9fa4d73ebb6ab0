/** Prints each step with its duration; on a terminal also while it runs. */
export class Steps {
  #terminal = process.stdout.isTTY === true;
  /** The line of the running step. */
  #unfinished = '';

  /** Runs one step. `note` describes its result next to the duration; the callback shows progress. */
  async run<T>(
    name: string,
    work: (print: (state: string) => void) => Promise<T> | T,
    note: (result: T) => string = () => '',
  ): Promise<T> {
    const startedAt = performance.now();
    const label = `  ${name}`.padEnd(20);
    const show = (state: string) => this.#show(`${label} ${state}`);
    show('…');
    try {
      const result = await work(show);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
      this.#unfinished = '';
      this.print(`${label} ${seconds} s  ${note(result)}`.trimEnd());
      return result;
    } catch (error) {
      this.#show('');
      throw error;
    }
  }

  print(line: string): void {
    const unfinished = this.#unfinished;
    this.#show('');
    console.log(line);
    this.#show(unfinished);
  }

  #show(line: string): void {
    this.#unfinished = line;
    if (this.#terminal) process.stdout.write(`\r\x1b[K${line}`);
  }
}
