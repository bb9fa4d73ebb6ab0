/** Prints what is being done and how long it took; on a terminal also while it is being done. */
export class Steps {
  #width = 20;
  #terminal = process.stdout.isTTY === true;

  /** Runs one step. What `work` answers as text is printed beside the time; `say` shows a change while it runs. */
  async run<T>(
    name: string,
    work: (say: (state: string) => void) => Promise<T> | T,
    note: (result: T) => string | void = () => '',
  ): Promise<T> {
    const started = performance.now();
    const label = `  ${name}`.padEnd(this.#width);
    const say = (state: string) => void (this.#terminal && process.stdout.write(`\r\x1b[K${label} ${state}`));
    say('…');
    try {
      const result = await work(say);
      this.#clear();
      const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
      this.say(`${label} ${seconds} s  ${note(result) ?? ''}`.trimEnd());
      return result;
    } catch (error) {
      this.#clear();
      throw error;
    }
  }

  say(line: string): void {
    console.log(line);
  }

  #clear(): void {
    if (this.#terminal) process.stdout.write('\r\x1b[K');
  }
}
