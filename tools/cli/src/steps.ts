/** Prints what is being done and how long it took; on a terminal also while it is being done. */
export class Steps {
  #terminal = process.stdout.isTTY === true;
  /** The line that stands at the end of the terminal while a step runs. */
  #unfinished = '';

  /** Runs one step. What `note` makes of its result is printed beside the time; `say` shows a change while it runs. */
  async run<T>(
    name: string,
    work: (say: (state: string) => void) => Promise<T> | T,
    note: (result: T) => string = () => '',
  ): Promise<T> {
    const started = performance.now();
    const label = `  ${name}`.padEnd(20);
    const show = (state: string) => this.#show(`${label} ${state}`);
    show('…');
    try {
      const result = await work(show);
      const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
      this.#unfinished = '';
      this.say(`${label} ${seconds} s  ${note(result)}`.trimEnd());
      return result;
    } catch (error) {
      this.#show('');
      throw error;
    }
  }

  say(line: string): void {
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
