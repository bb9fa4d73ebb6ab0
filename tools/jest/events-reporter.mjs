import { appendFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Appends a line of JSON per test to the file that TEST_EVENTS names, for the progress of `npm test`: `{project, file, name, status,
 * message}`, with paths from the root. Without TEST_EVENTS it does nothing.
 */
export default class EventsReporter {
  #file = process.env.TEST_EVENTS;
  /** Suites whose tests were reported one by one. */
  #suites = new Set();
  #root = path.resolve(import.meta.dirname, '../..');

  constructor() {
    // Tests that run Jest themselves expect failures there.
    delete process.env.TEST_EVENTS;
  }

  onTestCaseResult({ path: file }, result) {
    this.#suites.add(file);
    this.#reportTest(file, result);
  }

  /** A suite that did not load has no test cases, and some runners report a suite as a whole. */
  onTestResult({ path: file }, { testExecError, failureMessage, testResults }) {
    if (testExecError) this.#report(file, { name: '', status: 'failed', message: failureMessage });
    else if (!this.#suites.has(file)) for (const result of testResults) this.#reportTest(file, result);
  }

  #reportTest(file, { status, ancestorTitles, title, failureMessages }) {
    const name = [...ancestorTitles, title].join(' ');
    this.#report(file, { name, status: statusOf(status), message: failureMessages?.[0] });
  }

  #report(file, event) {
    if (!this.#file) return;
    const relative = path.relative(this.#root, file).split(path.sep).join('/');
    const project = relative.split('/').slice(0, 2).join('/');
    appendFileSync(this.#file, `${JSON.stringify({ project, file: relative, ...event })}\n`);
  }
}

const statusOf = (status) => (status === 'passed' || status === 'failed' ? status : 'skipped');
