/** Without a terminal, how often a running step prints its state. */
const STATE_INTERVAL_MS = 30_000;

interface Output {
  isTerminal: boolean;
  write: (text: string) => void;
}

const STANDARD_OUTPUT: Output = {
  isTerminal: process.stdout.isTTY === true,
  write: (text) => void process.stdout.write(text),
};

/** Prints each step with its duration, and its state while it runs: at once on a terminal, elsewhere every 30 seconds. */
export class Steps {
  readonly #output: Output;
  /** The line of the running step. */
  #currentLine = '';

  constructor(output = STANDARD_OUTPUT) {
    this.#output = output;
  }

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
    const timer = this.#output.isTerminal
      ? undefined
      : setInterval(() => this.#output.write(`${this.#currentLine}\n`), STATE_INTERVAL_MS).unref();
    try {
      const result = await work(show);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
      this.#currentLine = '';
      this.print(`${label} ${seconds} s  ${note(result)}`.trimEnd());
      return result;
    } catch (error) {
      this.#show('');
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  print(line: string): void {
    const currentLine = this.#currentLine;
    this.#show('');
    this.#output.write(`${line}\n`);
    this.#show(currentLine);
  }

  #show(line: string): void {
    this.#currentLine = line;
    if (this.#output.isTerminal) this.#output.write(`\r\u{1B}[K${line}`);
  }
}
