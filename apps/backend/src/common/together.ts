/** An answer that takes longer than this, in milliseconds, keeps nobody else waiting. */
const PATIENCE_MS = 250;
/** The most questions that go together. */
const MOST = 100;

interface Waiting<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
}

/**
 * Asks many questions by one statement: those that come while one is being answered go together in the next. Each is asked after it
 * came, so that its answer is never older than itself; under little load none waits.
 */
export class Together<Question, Answer> {
  readonly #answer: (questions: Question[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Question, Answer>[] = [];
  /** The start of the answer under way, if there is one. */
  #busySince: number | undefined;

  /** `answer` gives the answers in the order of the questions; where it fails, all of them fail. */
  constructor(answer: (questions: Question[]) => Promise<readonly Answer[]>) {
    this.#answer = answer;
  }

  /** Nobody would have to wait for the answer of somebody else. */
  get idle(): boolean {
    return this.#busySince === undefined;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (this.#busySince === undefined || performance.now() - this.#busySince > PATIENCE_MS) void this.#go();
    });
  }

  async #go(): Promise<void> {
    const began = performance.now();
    this.#busySince = began;
    const asked = this.#waiting.slice(0, MOST);
    this.#waiting = this.#waiting.slice(MOST);
    try {
      const answers = await this.#answer(asked.map(({ question }) => question));
      for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    if (this.#waiting.length > 0) void this.#go();
    else if (this.#busySince === began) this.#busySince = undefined;
  }
}
