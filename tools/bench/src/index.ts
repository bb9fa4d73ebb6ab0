export { soak, soakTable } from './soak/soak.ts';
export { simulateYear, yearTable } from './year/year.ts';
import path from 'node:path';
import { startTestCluster } from '@archive/postgres';
import { Budget, measureRows, type Row } from './budget.ts';
import { directusRequests, installDirectus, startDirectus } from './directus.ts';
import { buildOneBundle } from './one-bundle.ts';
import { PageBench } from './page-bench.ts';
import { peerProgressOf, progressOf, type Report } from './report.ts';
import { savedReport } from './saved-report.ts';
import type { Scenario } from './scenarios.ts';
import { BenchArchive } from './server-bench.ts';
import type { Server } from './servers.ts';

export interface BenchOptions {
  /** Number of voyages in each archive. */
  sizes: number[];
  /** How long each server is measured per round, and the number of rounds. */
  seconds: number;
  rounds: number;
  /** Time limit of the run. Measurements are shortened to fit, then skipped. */
  minutes: number;
  /** Measures pages only. */
  onlyPages: boolean;
  /** Measures searches only. */
  onlySearches: boolean;
  /** Measures Directus as well, which is installed into the directory the first time. */
  peers: boolean;
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
/** Searches are measured from this size. */
const SEARCHED_ARCHIVE = 2000;
/** Responses of each scenario that are compared first; the tests compare more. */
const SAMPLES = 12;
const QUICK_SAMPLES = 2;
/** Duration of the page measurements on an idle machine, in seconds. */
const PAGE_SECONDS = 150;
/** Time for Directus, on top of the time limit: until it has started, and for its rows. */
const PEER_START_SECONDS = 60;
const PEER_ROWS_SECONDS = 60;
/** Estimated time per voyage, until a large archive has been filled. */
const FILL_SECONDS = 0.001;
const MIN_FILL = 5000;
/** The minimum share of the time for measurements. */
const MIN_SHARE = 1 / 4;

/**
 * Measures the product against the baseline in archives of the given sizes; writes and returns the report. What was measured before a
 * failure or an interruption is printed and saved as well.
 */
export const bench = (options: BenchOptions): Promise<Report> =>
  savedReport(options, (report, save) => measureArchives(options, report, save));

async function measureArchives(
  { sizes, seconds, rounds, minutes, onlyPages, onlySearches, peers, browser, directory, print, signal }: BenchOptions,
  report: Report,
  save: () => void,
): Promise<void> {
  // Directus would take hours to search a large archive.
  const peerSize = peers ? (sizes.findLast((voyages) => voyages < LARGE_ARCHIVE) ?? sizes[0]) : undefined;
  const directus = path.join(directory, 'directus');
  if (peers) {
    print('  Directus: packages …');
    await installDirectus(directus, signal);
  }
  const peerSeconds = peers ? PEER_START_SECONDS + PEER_ROWS_SECONDS : 0;
  const budget = new Budget(minutes * 60 + peerSeconds);
  const remaining = [...sizes];
  let [arePagesLeft, fillSeconds] = [browser !== undefined, FILL_SECONDS];
  const reservedSeconds = () =>
    (arePagesLeft ? PAGE_SECONDS : 0) +
    (report.peers ? 0 : peerSeconds) +
    fillSeconds * remaining.reduce((sum, voyages) => sum + voyages, 0);
  // As much as PostgreSQL has by default.
  const cluster = await startTestCluster({ buffers: '128MB' });
  try {
    for (const voyages of sizes) {
      const secondsBefore = budget.remaining;
      const archive = await BenchArchive.open({ cluster: cluster.url, logs: directory, print }, voyages);
      // Small archives don't give a reliable time per voyage.
      if (voyages >= MIN_FILL) fillSeconds = (secondsBefore - budget.remaining) / voyages;
      try {
        const scenarios = await archive.scenarios();
        // With more than one size, the smallest serves as the reference.
        const isCompared = voyages >= LARGE_ARCHIVE || (sizes.length > 1 && voyages === sizes[0]);
        // Goals apply at an ordinary size only.
        const comparedScenarios = scenarios
          .filter(({ compareSizes }) => compareSizes)
          .map((scenario) => ({ ...scenario, goal: undefined }));
        const measuredScenarios = onlyPages || onlySearches ? [] : isCompared ? comparedScenarios : scenarios;
        const connectionCounts = isCompared ? [1] : CONNECTIONS;
        remaining.shift();
        const ordinary: Row[] = measuredScenarios.flatMap((scenario) =>
          connectionCounts.map((connections, index) => ({
            name: `${voyages} · ${scenario.name}, ${connections} conn.`,
            measure: async (pace) => {
              if (index === 0) await archive.compare(scenario, rounds > 1 ? SAMPLES : QUICK_SAMPLES);
              const measured = await archive.measure(scenario, connections, pace);
              report.ordinary.push(measured);
              save();
              return progressOf(measured);
            },
          })),
        );
        const searches =
          voyages >= SEARCHED_ARCHIVE ? archive.searchScenarios(voyages >= LARGE_ARCHIVE, CONNECTIONS) : [];
        const slow = voyages >= LARGE_ARCHIVE && !onlySearches ? archive.largeScenarios() : [];
        const large: Row[] = (onlyPages ? [] : [...searches, ...slow]).map((scenario) => ({
          name: `${voyages} · ${scenario.name}`,
          measure: async (pace) => {
            const measured = await archive.measureLarge(scenario, pace);
            report.large.push(measured);
            save();
            return `${voyages} · ${measured.name}: ${(measured.underWrites / measured.baseline).toFixed(1)}`;
          },
        }));
        // Each archive gets the same time, divided among its rows.
        const share = budget.share(remaining.length + 1, reservedSeconds());
        // Filling the archive may have used up its time on a slow machine.
        const ownBudget = new Budget(Math.max(share, (minutes * 60 * MIN_SHARE) / sizes.length));
        const target = { seconds, rounds };
        report.missing.push(...(await measureRows([...ordinary, ...large], ownBudget, target, { print, signal })));
        report.processes.push(archive.processes());
        if (voyages === peerSize && !report.peers) {
          report.peers = [];
          print('  Directus …');
          const server = await startDirectus({ cluster: cluster.url, directory: directus, logs: directory }, voyages);
          const peerRows = rowsOfPeer(archive, server, scenarios, report, save);
          const peerBudget = new Budget(PEER_ROWS_SECONDS);
          await measureRows(peerRows, peerBudget, target, { print, signal })
            .then((missing) => report.missing.push(...missing))
            .finally(() => server.stop());
        }
        if (browser && arePagesLeft) {
          arePagesLeft = false;
          print('  pages …');
          report.pages = await measurePages(archive, browser, directory);
        }
      } finally {
        await archive.close();
      }
    }
  } finally {
    await cluster.stop();
  }
}

function rowsOfPeer(
  archive: BenchArchive,
  server: Server,
  scenarios: Scenario[],
  report: Report,
  save: () => void,
): Row[] {
  return scenarios.flatMap((scenario) => {
    const requests = directusRequests(scenario);
    if (!requests) return [];
    return CONNECTIONS.map((connections, index) => ({
      name: `${archive.voyages} · ${scenario.name}, ${connections} conn., Directus`,
      measure: async (pace) => {
        if (index === 0) await archive.comparePeer(scenario, { server, requests }, QUICK_SAMPLES);
        const measured = await archive.measurePeer(scenario, { server, requests }, connections, pace);
        report.peers?.push(measured);
        save();
        return peerProgressOf(measured);
      },
    }));
  });
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
