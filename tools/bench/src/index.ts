export { soak, soakTable } from './soak/soak.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTestCluster } from '@archive/postgres';
import { buildOneBundle } from './one-bundle.ts';
import { PageBench } from './page-bench.ts';
import {
  emptyReport,
  everydayTable,
  growthTable,
  largeTable,
  pageTable,
  processTable,
  progressOf,
  type Report,
  withEarlierRows,
} from './report.ts';
import { BenchArchive } from './server-bench.ts';
import type { Server } from './servers.ts';

export interface BenchOptions {
  /** Voyages of each archive. */
  sizes: number[];
  /** How long each server is measured per round, and the number of rounds. */
  seconds: number;
  rounds: number;
  /** Time for all measurements of the servers: measurements are shortened to fit. */
  minutes: number;
  /** Measures no servers. */
  onlyPages: boolean;
  /** The Chromium for page measurements; undefined skips them. */
  browser: string | undefined;
  /** Where results are written and the previous ones are read. */
  directory: string;
  print: (line: string) => void;
  signal: AbortSignal;
}

/** Many connections first: with one, V8 would take minutes to compile the hot paths. */
const CONNECTIONS = [32, 1];
const LARGE_ARCHIVE = 50_000;

/**
 * Measures the product against the baseline in archives of the given sizes; writes and returns the report. What was measured before a
 * failure or an interruption is printed and saved as well.
 */
export async function bench({
  sizes,
  seconds,
  rounds,
  minutes,
  onlyPages,
  browser,
  directory,
  print,
  signal,
}: BenchOptions): Promise<Report> {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'report.json');
  const previousReport = readReport(file);
  const report = emptyReport();
  const save = () => writeFileSync(file, `${JSON.stringify(withEarlierRows(report, previousReport), null, 2)}\n`);
  const endsAt = performance.now() + minutes * 60_000;
  const remaining = [...sizes];
  const cluster = await startTestCluster();
  try {
    for (const voyages of sizes) {
      const archive = await BenchArchive.open(
        { cluster: cluster.url, logs: directory, seconds, rounds, print },
        voyages,
      );
      try {
        const scenarios = await archive.scenarios();
        // With more than one size, the smallest serves as the reference.
        const isCompared = voyages >= LARGE_ARCHIVE || (sizes.length > 1 && voyages === sizes[0]);
        // Goals apply at an ordinary size only.
        const comparedScenarios = scenarios
          .filter(({ compareSizes }) => compareSizes)
          .map((scenario) => ({ ...scenario, goal: undefined }));
        const measuredScenarios = onlyPages ? [] : isCompared ? comparedScenarios : scenarios;
        const connectionCounts = isCompared ? [1] : CONNECTIONS;
        // The remaining time is shared evenly among the archives.
        const available = Math.max(0, endsAt - performance.now()) / 1000 / remaining.length;
        remaining.shift();
        archive.setPace(measuredScenarios.length * connectionCounts.length, available);
        for (const scenario of measuredScenarios) {
          await archive.compare(scenario);
          for (const connections of connectionCounts) {
            signal.throwIfAborted();
            const measured = await archive.measure(scenario, connections);
            report.everyday.push(measured);
            print(`  ${progressOf(measured)}`);
            save();
          }
        }
        if (voyages >= LARGE_ARCHIVE && !onlyPages) {
          for (const scenario of archive.largeScenarios()) {
            signal.throwIfAborted();
            report.large.push(await archive.measureLarge(scenario));
          }
        }
        report.processes.push(archive.processes());
        if (browser && voyages === sizes[0]) report.pages = await measurePages(archive, browser, directory);
      } finally {
        await archive.close();
      }
    }
  } finally {
    await cluster.stop();
    save();
    printTables(report, previousReport, print);
    print(`\nThe report is ${file}.`);
  }
  return report;
}

function printTables(report: Report, previousReport: Report | undefined, print: (line: string) => void): void {
  print('');
  print(everydayTable(report, previousReport));
  if (report.large.length > 0) print(`\n${largeTable(report)}`);
  if (new Set(report.everyday.map(({ voyages }) => voyages)).size > 1) print(`\n${growthTable(report)}`);
  print(`\n${processTable(report)}`);
  if (report.pages) print(`\n${pageTable(report)}`);
}

async function measurePages(archive: BenchArchive, browser: string, directory: string): Promise<Report['pages']> {
  const crowded = await archive.crowdedVoyage();
  const measure = async (server: Server) => {
    const pages = await PageBench.open(server, browser);
    return pages.measure(crowded).finally(() => pages.close());
  };
  const oneBundle = await archive.startProductWith(await buildOneBundle(directory));
  try {
    return { federated: await measure(archive.product), oneBundle: await measure(oneBundle) };
  } finally {
    await oneBundle.stop();
  }
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
