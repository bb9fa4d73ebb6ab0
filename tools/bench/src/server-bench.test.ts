import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestCluster, type TestCluster } from '@archive/postgres';
import { BenchArchive } from './server-bench.ts';

/** Number of voyages, enough for every page that a scenario requests. */
const VOYAGES = 2000;

let cluster: TestCluster;
let archive: BenchArchive;
const logs = mkdtempSync(path.join(tmpdir(), 'bench-'));

beforeAll(async () => {
  cluster = await startTestCluster();
  archive = await BenchArchive.open({ cluster: cluster.url, logs, print: () => undefined }, VOYAGES);
}, 120_000);
afterAll(async () => {
  await archive?.close();
  await cluster?.stop();
  rmSync(logs, { recursive: true, force: true });
});

// The baseline's statements repeat the product's columns: a new field must be added there too.
test('the baseline responds as the product does', async () => {
  const scenarios = await archive.scenarios();
  expect(scenarios.length).toBeGreaterThan(3);
  for (const scenario of scenarios) await archive.compare(scenario, 12);
});

test('the searches that are measured find something, in both servers', async () => {
  const searches = [false, true].flatMap((isLarge) => archive.searchScenarios(isLarge, [1, 4]));
  for (const scenario of searches) {
    const some = { ...scenario, requests: scenario.requests.slice(0, 4) };
    const pace = { seconds: 0.2, rounds: 1, longest: 5 };
    const { underWrites, baseline } = await archive.measureLarge(some, pace);
    expect([scenario.name, underWrites > 0, baseline > 0]).toEqual([scenario.name, true, true]);
  }
});

test('every search with filters finds something', async () => {
  const { requests = [] } =
    archive.searchScenarios(false, [1]).find(({ goalMedian }) => goalMedian !== undefined) ?? {};
  expect(requests.length).toBeGreaterThan(20);
  for (const path of requests) {
    const { url, headers } = archive.product;
    const response = await fetch(`${url}/api/search/overview${path}`, { headers });
    const { kinds } = (await response.json()) as { kinds: Record<string, number> };
    expect([path, Math.max(...Object.values(kinds)) > 0]).toEqual([path, true]);
  }
}, 120_000);
