import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createDatabase, type Database } from '@archive/postgres';
import pg from 'pg';
import { fillArchive } from './generated-archive.ts';
import { load, median, type Throughput } from './load.ts';
import { type Pace, WARM_UP_FACTOR } from './budget.ts';
import { ordinaryScenarios, type LargeScenario, largeScenarios, type Scenario, searchScenarios } from './scenarios.ts';
import { migrate, type Server, startBaseline, startProduct } from './servers.ts';

/** Requests per second, the median of the rounds. */
export interface Measurement {
  voyages: number;
  name: string;
  connections: number;
  /** While records change, so that responses are cached only briefly. */
  underWrites: number;
  /** While nothing changes. */
  idle: number;
  /** The client sends the ETag and gets 304. */
  unchanged: number;
  baselineRows: number;
  baselineJson: number;
  goal?: number;
}

/** The product compared with another program, in requests per second. */
export interface PeerMeasurement {
  voyages: number;
  name: string;
  connections: number;
  product: number;
  peer: number;
}

export interface LargeMeasurement {
  name: string;
  underWrites: number;
  baseline: number;
  goalRatio: number | undefined;
  /** Median of the product's responses in milliseconds, if the scenario has a goal for it. */
  median?: number;
  goalMedian?: number | undefined;
}

export interface Process {
  voyages: number;
  productMegabytes: number;
  baselineMegabytes: number;
  productStartedIn: number;
}

interface Setup {
  cluster: string;
  logs: string;
  print: (line: string) => void;
}

const WRITE_INTERVAL_MS = 20;
/** A server that takes longer than this to respond is treated as unresponsive. */
const RESPONSE_TIMEOUT_MS = 15_000;
const CHANGE = 'update record_change set changes = changes + 1 where slot = (select min(slot) from record_change)';
const CROWDED = `
  with chosen as (
    update voyage set summary_markdown = repeat('A calm evening on the river, and dinner on deck. ', 850), version = version + 1
    where id = (select min(id) from voyage) returning id, slug),
  crowd as (
    insert into passenger (voyage_id, person_id, sort_order)
    select chosen.id, p.id, 1000 + row_number() over (order by p.id) from chosen, (
      select id from person where id not in (select person_id from passenger where voyage_id = (select id from chosen))
      order by id limit 100) p)
  select slug from chosen`;
/** Longer, because a response of a large archive may take a second. */
const LARGE_TIME_FACTOR = 3;

/** A generated archive with both servers running on it. */
export class BenchArchive {
  readonly #setup: Setup;
  #pace: Pace = { seconds: 1, rounds: 1, longest: 20 };
  readonly #database: Database;
  readonly #client: pg.Client;
  readonly voyages: number;
  readonly product: Server;
  readonly baseline: Server;
  readonly #close: () => Promise<void>;

  private constructor(
    setup: Setup,
    database: Database,
    client: pg.Client,
    voyages: number,
    servers: [Server, Server],
    close: () => Promise<void>,
  ) {
    this.#setup = setup;
    this.#database = database;
    this.#client = client;
    this.voyages = voyages;
    [this.product, this.baseline] = servers;
    this.#close = close;
  }

  static async open(setup: Setup, voyages: number): Promise<BenchArchive> {
    const { cluster, logs } = setup;
    const startedAt = performance.now();
    const cleanups: (() => Promise<void>)[] = [];
    const close = async () => {
      for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
    };
    try {
      const database = await createDatabase(cluster);
      cleanups.push(() => database.drop());
      await migrate(database, logs);
      const client = new pg.Client(database.url);
      await client.connect();
      cleanups.push(() => client.end());
      await fillArchive(database.url, voyages);
      setup.print(`  ${voyages} voyages written in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      const limit = await startBaseline(database, logs);
      cleanups.push(() => limit.stop());
      const product = await startProduct(database, logs);
      cleanups.push(() => product.stop());
      return new BenchArchive(setup, database, client, voyages, [product, limit], close);
    } catch (error) {
      await close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#close();
  }

  scenarios(): Promise<Scenario[]> {
    return ordinaryScenarios(this.#client, this.voyages);
  }

  /** @throws when the two servers respond differently to one of `samples` requests */
  async compare({ name, product, baseline, requests }: Scenario, samples: number): Promise<void> {
    const every = Math.ceil(requests.length / samples);
    for (const path of requests.filter((_, index) => index % every === 0)) {
      const [ours, rows, json] = await Promise.all([
        responseOf(this.product, product + path),
        responseOf(this.baseline, `/rows/${baseline}${path}`),
        responseOf(this.baseline, `/json/${baseline}${path}`),
      ]);
      if (!isDeepStrictEqual(ours, rows) || !isDeepStrictEqual(ours, json))
        throw new Error(`${name}: the servers differ on ${path}\n${excerpt(ours)}\n${excerpt(rows)}\n${excerpt(json)}`);
    }
  }

  async measure(
    { name, goal, product, baseline, requests }: Scenario,
    connections: number,
    pace: Pace,
  ): Promise<Measurement> {
    this.#pace = pace;
    const urlsAt = (base: string) => requests.map((path) => base + path);
    const tags = await this.#tag(product + requests[0]);
    const withWrites = (server: Server, base: string) => (durationFactor?: number) =>
      this.#withWrites(() => this.#measureRequests(server, urlsAt(base), connections, {}, durationFactor));
    const variants = {
      underWrites: withWrites(this.product, product),
      baselineRows: withWrites(this.baseline, `/rows/${baseline}`),
      baselineJson: withWrites(this.baseline, `/json/${baseline}`),
      idle: () => this.#measureRequests(this.product, urlsAt(product), connections),
      unchanged: () => this.#measureRequests(this.product, [product + requests[0]], connections, tags),
    };
    return { voyages: this.voyages, name, connections, goal, ...(await this.#runInterleaved(variants)) };
  }

  /** @param requests the scenario's requests as URLs of the peer, in the same order */
  async measurePeer(
    { name, product, requests }: Scenario,
    peer: { server: Server; requests: string[] },
    connections: number,
    pace: Pace,
  ): Promise<PeerMeasurement> {
    this.#pace = pace;
    const paths = requests.map((path) => product + path);
    const measured = await this.#runInterleaved({
      product: (durationFactor) =>
        this.#withWrites(() => this.#measureRequests(this.product, paths, connections, {}, durationFactor)),
      peer: (durationFactor) =>
        this.#withWrites(() => this.#measureRequests(peer.server, peer.requests, connections, {}, durationFactor)),
    });
    return { voyages: this.voyages, name, connections, ...measured };
  }

  /** @throws if the peer finds nothing or, unless it searches, not the same records in the same order */
  async comparePeer(
    { name, product, requests }: Scenario,
    peer: { server: Server; requests: string[] },
    samples: number,
  ): Promise<void> {
    const every = Math.ceil(requests.length / samples);
    for (const [index, path] of requests.entries()) {
      if (index % every !== 0) continue;
      const [ours, theirs] = await Promise.all([
        responseOf(this.product, product + path),
        responseOf(peer.server, peer.requests[index]!),
      ]);
      const [expected, actual] = [slugsOf(ours.body), slugsOf((theirs.body as { data: unknown }).data)];
      const isSearch = path.includes('q=');
      if (actual.length === 0 || (!isSearch && !isDeepStrictEqual(actual, expected)))
        throw new Error(`${name}: the servers differ on ${path}\n${excerpt(expected)}\n${excerpt(actual)}`);
    }
  }

  async measureLarge(scenario: LargeScenario, pace: Pace): Promise<LargeMeasurement> {
    if (scenario.goalMedian !== undefined) return this.#measureEach(scenario, pace);
    const { name, goalRatio, product, baseline, requests, connections } = scenario;
    this.#pace = pace;
    const requestAll = (server: Server, base: string) => () =>
      this.#withWrites(() =>
        this.#measureRequests(
          server,
          requests.map((path) => base + path),
          connections ?? 1,
          {},
          connections === undefined ? LARGE_TIME_FACTOR : 1,
        ),
      );
    const variants = {
      underWrites: requestAll(this.product, product),
      baseline: requestAll(this.baseline, `/rows/${baseline}`),
    };
    return { name, goalRatio, ...(await this.#runInterleaved(variants)) };
  }

  /** Sends every request equally often, each after a change. A time window would measure only the first requests. */
  async #measureEach(scenario: LargeScenario, { rounds, longest }: Pace): Promise<LargeMeasurement> {
    const { name, goalRatio, goalMedian, product, baseline, requests, alongside } = scenario;
    const endsAt = performance.now() + 1000 * longest * (rounds + 1);
    let times: Record<'product' | 'baseline', number[]> = { product: [], baseline: [] };
    // The first round warms up, unless there is no time for another one.
    for (let round = 0; round <= rounds; round += 1) {
      if (round > 0 && performance.now() > endsAt) break;
      if (round === 1) times = { product: [], baseline: [] };
      for (const path of requests) {
        const operations = [{ product, baseline }, ...(alongside ? [alongside] : [])];
        const paths = operations.map((operation) => operation.product + path);
        const baselinePaths = operations.map((operation) => `/rows/${operation.baseline}${path}`);
        times.product.push(await this.#timeOf(this.product, paths));
        times.baseline.push(await this.#timeOf(this.baseline, baselinePaths));
      }
    }
    const perSecond = (list: number[]) => (1000 * list.length) / list.reduce((sum, ms) => sum + ms, 0);
    return {
      name,
      goalRatio,
      underWrites: perSecond(times.product),
      baseline: perSecond(times.baseline),
      median: median(times.product),
      goalMedian,
    };
  }

  /** Milliseconds until responses that aren't cached have arrived. */
  async #timeOf(server: Server, paths: readonly string[]): Promise<number> {
    await this.#client.query(CHANGE);
    const start = performance.now();
    await Promise.all(paths.map((path) => responseOf(server, path)));
    return performance.now() - start;
  }

  largeScenarios(): LargeScenario[] {
    return largeScenarios(this.voyages);
  }

  /** The searches, named with the size of the archive, because more than one size is measured. */
  searchScenarios(isLarge: boolean, connectionCounts: readonly number[]): LargeScenario[] {
    return searchScenarios(isLarge, connectionCounts).map((scenario) => ({
      ...scenario,
      name: `${scenario.name}, ${this.voyages}`,
    }));
  }

  /** Another product server on the same database, with a different frontend build. */
  startProductWith(frontends: string): Promise<Server> {
    return startProduct(this.#database, this.#setup.logs, frontends);
  }

  /** Gives one voyage a hundred more people and a long summary; returns its slug. */
  async crowdedVoyage(): Promise<string> {
    const { rows } = await this.#client.query<{ slug: string }>(CROWDED);
    return rows[0]!.slug;
  }

  processes(): Process {
    return {
      voyages: this.voyages,
      productMegabytes: this.product.peakMemory(),
      baselineMegabytes: this.baseline.peakMemory(),
      productStartedIn: Math.round(this.product.startedIn),
    };
  }

  /** Runs each variant in turn, once per round, in a different order each time. */
  async #runInterleaved<W extends string>(
    variants: Record<W, (durationFactor?: number) => Promise<Throughput>>,
  ): Promise<Record<W, number>> {
    const entries = Object.entries(variants) as [W, (durationFactor?: number) => Promise<Throughput>][];
    const timesByName = new Map<W, number[]>(entries.map(([name]) => [name, []]));
    // Every variant warms up first, so that only code that V8 has compiled is measured.
    for (const [, variant] of entries) await variant(WARM_UP_FACTOR);
    for (let round = 0; round < this.#pace.rounds; round += 1) {
      const rotated = [...entries.slice(round % entries.length), ...entries.slice(0, round % entries.length)];
      for (const [name, variant] of rotated) timesByName.get(name)?.push((await variant()).requestsPerSecond);
    }
    return Object.fromEntries([...timesByName].map(([name, values]) => [name, median(values)])) as Record<W, number>;
  }

  #measureRequests(
    server: Server,
    paths: string[],
    connections: number,
    extraHeaders: Record<string, string> = {},
    durationFactor = 1,
  ): Promise<Throughput> {
    const headers = { ...server.headers, ...extraHeaders };
    const expected = 'if-none-match' in extraHeaders ? 'unchanged' : 'content';
    return load({
      url: server.url,
      paths,
      headers,
      connections,
      seconds: this.#pace.seconds * durationFactor,
      longest: this.#pace.longest,
      expected,
    });
  }

  async #tag(path: string): Promise<Record<string, string>> {
    const response = await fetch(this.product.url + path, {
      headers: this.product.headers,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    await response.text();
    return { 'if-none-match': response.headers.get('etag') ?? '' };
  }

  /** Changes a record every few milliseconds, as editing does. */
  async #withWrites<T>(work: () => Promise<T>): Promise<T> {
    let isWorking = true;
    const writing = async () => {
      while (isWorking) {
        await this.#client.query(CHANGE);
        await sleep(WRITE_INTERVAL_MS);
      }
    };
    const writeTimes = writing();
    try {
      return await work();
    } finally {
      isWorking = false;
      await writeTimes;
    }
  }
}

async function responseOf({ url, headers }: Server, path: string): Promise<{ body: unknown; total: string | null }> {
  const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url}${path} returned ${response.status}: ${text.slice(0, 500)}`);
  return { body: JSON.parse(text), total: response.headers.get('x-total-count') };
}

/** The slugs in a response: of one record or a list. */
const slugsOf = (body: unknown): unknown[] =>
  (Array.isArray(body) ? body : [body]).map(
    (record: Record<string, unknown>) => record['voyage_slug'] ?? record['person_slug'] ?? record['slug'],
  );

const excerpt = (value: unknown) => JSON.stringify(value).slice(0, 1500);
