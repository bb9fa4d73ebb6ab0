import { appendFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const messageOf = (error: TestResult['error']) => error?.stack ?? error?.message;

/** Appends a line of JSON per test to the file that TEST_EVENTS names, for the progress of `npm test`. */
export default class EventsReporter implements Reporter {
  readonly #file = process.env['TEST_EVENTS'];

  constructor() {
    // Tests that publish a micro-frontend start Jest, which must not write to the file.
    delete process.env['TEST_EVENTS'];
  }

  onTestEnd(test: TestCase, { status, error, retry }: TestResult): void {
    const file = this.#file;
    const isExpected = status === 'skipped' || status === test.expectedStatus;
    // A failed test is reported only if it will not be retried.
    if (!file || (!isExpected && retry < test.retries)) return;
    const [first] = test.results;
    const isFlaky = isExpected && retry > 0;
    const [, browser = '', , ...names] = test.titlePath();
    const event = {
      project: `e2e ${process.env['E2E_VIEWPORT'] ?? 'all'}`,
      file: `e2e/${relative(import.meta.dirname, test.location.file)
        .split(sep)
        .join('/')}`,
      name: names.join(' '),
      browser,
      status: isFlaky ? 'flaky' : !isExpected ? 'failed' : status === 'skipped' ? 'skipped' : 'passed',
      message: isFlaky ? messageOf(first?.error) : messageOf(error),
    };
    appendFileSync(file, `${JSON.stringify(event)}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
