import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { databaseGrowth, type Growth, growthOf } from './bounds.ts';
import { SoakClient } from './client.ts';
import { type Expectation, Journal } from './journal.ts';
import { type ProcessSample, type Sample, sampleDatabase, sampleFolders, sampleProcess } from './samples.ts';
import { Traffic } from './traffic.ts';

/** An archive for tests: the soak writes into it. */
export interface SoakTarget {
  url: string;
  /** Headers of a signed-in session. */
  headers: Record<string, string>;
  /** Where the worker serves its metrics. */
  workerUrl: string;
  databaseUrl: string;
  dataDir: string;
}

export interface SoakOptions {
  target: SoakTarget;
  seconds: number;
  requestsPerSecond: number;
  /** Where the journal and the report are written. */
  directory: string;
  print: (line: string) => void;
  signal: AbortSignal;
}

export interface SoakReport {
  seconds: number;
  requests: number;
  /** Maximum number of requests that were pending at the same time. */
  inFlight: number;
  writes: number;
  uploads: number;
  imports: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  failures: string[];
  /** Acknowledged writes that are missing. */
  lost: string[];
  growth: Growth[];
  restarts: number;
  passed: boolean;
}

const SAMPLES = 240;
const MIN_SAMPLE_MS = 500;
const PROGRESS_MS = 30_000;

/** Sends requests at a steady rate, then compares the archive with the journal and the samples with the bounds. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { target, seconds, requestsPerSecond, directory, print, signal } = options;
  mkdirSync(directory, { recursive: true });
  const journal = new Journal(path.join(directory, 'soak-journal.jsonl'));
  const client = new SoakClient(target.url, target.headers);
  const traffic = new Traffic(client, journal);
  const database = new pg.Client(target.databaseUrl);
  await database.connect();
  try {
    const startedAt = performance.now();
    const elapsed = () => performance.now() - startedAt;
    const samples: Sample[] = [];
    const sampling = (async () => {
      const everyMs = Math.max(MIN_SAMPLE_MS, (seconds * 1000) / SAMPLES);
      let printedAt = 0;
      while (elapsed() < seconds * 1000 && !signal.aborted) {
        samples.push(await sample(target, database, elapsed(), journal.writes));
        if (elapsed() - printedAt > PROGRESS_MS) {
          printedAt = elapsed();
          print(`  ${describe(samples.at(-1)!)}, ${client.requests} requests, ${client.failures.length} failed`);
        }
        await sleep(everyMs);
      }
    })();
    const inFlight = new Set<Promise<void>>();
    let mostInFlight = 0;
    for (let index = 0; elapsed() < seconds * 1000 && !signal.aborted; index += 1) {
      // The rate does not depend on how fast responses arrive.
      await sleep(Math.max(0, (index * 1000) / requestsPerSecond - elapsed()));
      const acting = traffic.act(index).finally(() => inFlight.delete(acting));
      inFlight.add(acting);
      mostInFlight = Math.max(mostInFlight, inFlight.size);
    }
    const took = elapsed() / 1000;
    await Promise.all([...inFlight, sampling]);
    const lost = [...(await traffic.finishImports()), ...(await findLost(client, journal.expectations()))];
    const growth = [...growthOf(samples), databaseGrowth(samples)];
    const restarts = restartsOf(samples.map(({ api }) => api)) + restartsOf(samples.map(({ worker }) => worker));
    const durations = client.durations.toSorted((a, b) => a - b);
    const report = {
      seconds: took,
      requests: client.requests,
      inFlight: mostInFlight,
      writes: journal.writes,
      uploads: traffic.uploads,
      imports: traffic.imports,
      p50: durations[Math.floor(durations.length * 0.5)] ?? 0,
      p99: durations[Math.floor(durations.length * 0.99)] ?? 0,
      failures: client.failures,
      lost,
      growth,
      restarts,
      passed: client.failures.length + lost.length + restarts === 0 && growth.every(({ passed }) => passed),
    };
    writeFileSync(path.join(directory, 'soak.json'), `${JSON.stringify({ ...report, samples }, null, 2)}\n`);
    return report;
  } finally {
    journal.close();
    await database.end();
  }
}

async function sample(target: SoakTarget, database: pg.Client, elapsedMs: number, writes: number): Promise<Sample> {
  const [api, worker, server, folders] = await Promise.all([
    sampleProcess(target.url),
    sampleProcess(target.workerUrl),
    sampleDatabase(database),
    sampleFolders(target.dataDir),
  ]);
  return { second: Math.round(elapsedMs / 1000), writes, api, worker, ...server, folders };
}

const restartsOf = (samples: ProcessSample[]) => new Set(samples.map(({ startedAt }) => startedAt)).size - 1;

const describe = ({ second, api, worker, connections, database }: Sample) =>
  `${second} s: API ${api.rss.toFixed(0)} MB, worker ${worker.rss.toFixed(0)} MB, ${api.fileDescriptors} and ${worker.fileDescriptors} open files, ${connections} connections, database ${database.toFixed(0)} MB`;

/** Writes in the journal that the archive does not have. */
export async function findLost(client: SoakClient, expectations: Expectation[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { path: address, fields, sha256 } of expectations) {
    const response = await client.get(address);
    const record = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (!fields) {
      if (response.status !== 404) lost.push(`${address} is deleted, and answers ${response.status}`);
      continue;
    }
    for (const [name, value] of Object.entries(fields))
      if (!isDeepStrictEqual(record[name], value))
        lost.push(`${address}: ${name} is ${JSON.stringify(record[name])}, not ${JSON.stringify(value)}`);
    if (sha256 !== undefined) {
      const file = Buffer.from(await (await client.get(String(fields['url']))).arrayBuffer());
      if (createHash('sha256').update(file).digest('hex') !== sha256) lost.push(`${address}: its file is different`);
    }
  }
  return lost;
}

/** The report in words. */
export function soakTable(report: SoakReport): string {
  const { seconds, requests, inFlight, writes, uploads, imports, p50, p99, failures, lost, growth, restarts } = report;
  const figure = (value: number, unit: string) => `${value.toFixed(unit === 'KB' ? 1 : 0)}${unit && ` ${unit}`}`;
  const width = Math.max(...growth.map(({ name }) => name.length));
  return [
    `${requests} requests in ${seconds.toFixed(0)} s (${(requests / seconds).toFixed(1)} per second, at most ${inFlight} at a time): median ${p50.toFixed(0)} ms, 99% within ${p99.toFixed(0)} ms.`,
    `${writes} writes acknowledged, with ${uploads} uploads and ${imports} imports; ${lost.length} lost, ${failures.length} requests failed, ${restarts} processes restarted.`,
    '',
    ...growth.map(
      ({ name, unit, from, to, highest, allowed, passed }) =>
        `${name.padEnd(width)}  ${figure(from, unit)} → ${figure(to, unit)}, at most ${figure(highest, unit)}; may grow by ${figure(allowed, unit)} ${passed ? '✓' : '✗'}`,
    ),
    ...[...lost, ...failures].slice(0, 20).map((line) => `✗ ${line}`),
  ].join('\n');
}
