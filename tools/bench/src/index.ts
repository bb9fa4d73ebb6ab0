import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTestCluster } from '@archive/postgres';
import { buildOneBundle } from './one-bundle.ts';
import { PageBench } from './page-bench.ts';
import { emptyReport, everydayTable, growthTable, largeTable, pageTable, processTable, type Report } from './report.ts';
import { Arena } from './server-bench.ts';
import type { Server } from './servers.ts';

export interface BenchOptions {
  /** Voyages of each archive. */
  sizes: number[];
  /** How long each server is asked at a time, and how often. */
  seconds: number;
  rounds: number;
  /** The Chromium in which pages are opened; without one they are not. */
  browser: string | undefined;
  /** Where the report is written, and the last one looked for. */
  directory: string;
  say: (line: string) => void;
  signal: AbortSignal;
}

/** The many first: one asker alone would take minutes until V8 has compiled what an answer goes through. */
const CONNECTIONS = [32, 1];
const LARGE = 50_000;

/** Measures the product against its limits on this machine, in archives of the sizes given; writes and answers the report. */
export async function bench({
  sizes,
  seconds,
  rounds,
  browser,
  directory,
  say,
  signal,
}: BenchOptions): Promise<Report> {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'report.json');
  const last = lastReport(file);
  const report = emptyReport();
  const cluster = await startTestCluster();
  try {
    for (const voyages of sizes) {
      const arena = await Arena.open({ cluster: cluster.url, logs: directory, seconds, rounds, say }, voyages);
      try {
        const questions = await arena.questions();
        // The smallest archive, of several, is there to be compared with.
        const compared = voyages >= LARGE || (sizes.length > 1 && voyages === sizes[0]);
        // What is asked of a call is asked of it at an ordinary size.
        const growing = questions.filter(({ grows }) => grows).map((one) => ({ ...one, goal: undefined }));
        for (const question of compared ? growing : questions) {
          await arena.compare(question);
          for (const connections of compared ? [1] : CONNECTIONS) {
            signal.throwIfAborted();
            report.everyday.push(await arena.measure(question, connections));
          }
        }
        if (voyages >= LARGE) {
          for (const question of arena.largeQuestions()) {
            signal.throwIfAborted();
            report.large.push(await arena.measureLarge(question));
          }
        }
        report.processes.push(arena.processes());
        if (browser && voyages === sizes[0]) report.pages = await measurePages(arena, browser, directory);
      } finally {
        await arena.close();
      }
    }
  } finally {
    await cluster.stop();
  }
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  say('');
  say(everydayTable(report, last));
  if (report.large.length > 0) say(`\n${largeTable(report)}`);
  if (sizes.length > 1) say(`\n${growthTable(report)}`);
  say(`\n${processTable(report)}`);
  if (report.pages) say(`\n${pageTable(report)}`);
  say(`\nThe report is ${file}.`);
  return report;
}

async function measurePages(arena: Arena, browser: string, directory: string): Promise<Report['pages']> {
  const crowded = await arena.crowdedVoyage();
  const measure = async (server: Server) => {
    const pages = await PageBench.open(server, browser);
    return pages.measure(crowded).finally(() => pages.close());
  };
  const whole = await arena.productWith(await buildOneBundle(directory));
  try {
    return { federated: await measure(arena.product), oneBundle: await measure(whole) };
  } finally {
    await whole.stop();
  }
}

function lastReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
