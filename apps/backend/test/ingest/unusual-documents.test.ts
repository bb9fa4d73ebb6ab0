import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { hasEnded, startImport, waitForReport } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';

let api: TestApi;
let worker: INestApplicationContext;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  worker = await startWorker(api);
  browser = await api.signIn();
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const voyage = (fields: string) =>
  `# President Ford (August 9, 1974 to January 20, 1977)\n\n## 1976-06-16\n\n${fields}\n`;
const INTERNAL_DETAILS = /\n\s+at |invalid byte|node_modules|violates|syntax error|\bE[A-Z]{4,}\b/;

test.each([
  ['a NUL in a place', voyage('Location: Washington\0 Navy Yard')],
  ['half a surrogate pair in a note', voyage('Notes: broken \ud800 here')],
  ['control characters in a name', voyage('Passengers: \u0001\u001b[31mGerald\u0008 Ford')],
  ['a name of a hundred thousand letters', voyage(`Passengers: ${'x'.repeat(100_000)}`)],
  ['a place of a hundred thousand letters', voyage(`Location: ${'y '.repeat(50_000)}`)],
  ['brackets that never close', voyage(`Passengers: ${'[('.repeat(20_000)}`)],
  ['a thousand guests without a name', voyage(`Passengers: ${','.repeat(1000)}`)],
  ['nothing but line breaks', '\n'.repeat(100_000)],
])('an import of %s ends without internal details in its messages', async (_, document) => {
  const report = await waitForReport(browser, await startImport(browser, document), hasEnded);
  const messages = [
    report.error_message,
    ...report.problems.flatMap((problem) => [problem.message, problem.suggestion]),
  ];
  for (const sentence of messages) expect(sentence ?? '').not.toMatch(INTERNAL_DETAILS);
  expect((await browser.get('/api/voyages?limit=1000')).status).toBe(200);
  if (report.status === 'failed') expect(report.error_message).toMatch(/\S/);
});
