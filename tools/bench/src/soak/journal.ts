import { closeSync, openSync, writeSync } from 'node:fs';

/** The acknowledged state of one record: the fields that it must have, or that it is deleted. */
export interface Expectation {
  /** Where the record is read. */
  path: string;
  /** Undefined when it was deleted. */
  fields?: Record<string, unknown>;
  /** SHA-256 of the record's file. */
  sha256?: string;
}

/** Everything the archive has acknowledged, also as a file of JSON lines for a soak that was killed. */
export class Journal {
  readonly #file: number;
  readonly #expected = new Map<string, Expectation>();
  writes = 0;

  constructor(file: string) {
    this.#file = openSync(file, 'w', 0o600);
  }

  acknowledge(expectation: Expectation): void {
    writeSync(this.#file, `${JSON.stringify({ time: new Date().toISOString(), ...expectation })}\n`);
    const { path, fields } = expectation;
    const earlier = this.#expected.get(path);
    this.#expected.set(
      path,
      fields ? { ...earlier, ...expectation, fields: { ...earlier?.fields, ...fields } } : { path },
    );
    this.writes += 1;
  }

  /** The last acknowledged state of each record. */
  expectations(): Expectation[] {
    return [...this.#expected.values()];
  }

  close(): void {
    closeSync(this.#file);
  }
}
