import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createDatabase, type Database } from '@archive/postgres';
import pg from 'pg';
import { fillArchive } from './generated-archive.ts';
import { load, median, type Throughput } from './load.ts';
import { everydayQuestions, type LargeQuestion, largeQuestions, type Question } from './questions.ts';
import { migrate, type Server, startLimit, startProduct } from './servers.ts';

/** Requests a second, median of the rounds. */
export interface Measured {
  voyages: number;
  name: string;
  connections: number;
  /** Something is always being written: no answer is kept for long. */
  written: number;
  /** Nothing is written meanwhile. */
  rested: number;
  /** The asker has the answer, and is told that it is unchanged. */
  unchanged: number;
  limitRows: number;
  limitJson: number;
  goal?: number;
}

export interface LargeMeasured {
  name: string;
  written: number;
  limit: number;
  times: number;
}

export interface Process {
  voyages: number;
  productMegabytes: number;
  limitMegabytes: number;
  productStartedIn: number;
}

interface Setup {
  cluster: string;
  logs: string;
  seconds: number;
  rounds: number;
  say: (line: string) => void;
}

const WRITE_EVERY_MS = 20;
/** How much longer than a round each server is asked before it is measured: V8 compiles what has run for thousands of requests. */
const WARMING = 2;
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
/** What is slow in a large archive may take a second for one answer. */
const SLOW = 3;
const SAMPLES = 12;

/** An archive of a size with both servers on it. */
export class Arena {
  readonly #setup: Setup;
  readonly #database: Database;
  readonly #client: pg.Client;
  readonly voyages: number;
  readonly product: Server;
  readonly limit: Server;
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
    [this.product, this.limit] = servers;
    this.#close = close;
  }

  static async open(setup: Setup, voyages: number): Promise<Arena> {
    const { cluster, logs } = setup;
    const began = performance.now();
    const undo: (() => Promise<void>)[] = [];
    const close = async () => {
      for (let one = undo.pop(); one; one = undo.pop()) await one();
    };
    try {
      const database = await createDatabase(cluster);
      undo.push(() => database.drop());
      await migrate(database, logs);
      const client = new pg.Client(database.url);
      await client.connect();
      undo.push(() => client.end());
      await fillArchive(database.url, voyages);
      setup.say(`  ${voyages} voyages written in ${((performance.now() - began) / 1000).toFixed(1)} s`);
      const limit = await startLimit(database, logs);
      undo.push(() => limit.stop());
      const product = await startProduct(database, logs);
      undo.push(() => product.stop());
      return new Arena(setup, database, client, voyages, [product, limit], close);
    } catch (error) {
      await close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#close();
  }

  questions(): Promise<Question[]> {
    return everydayQuestions(this.#client, this.voyages);
  }

  /** @throws when the two servers do not answer the same */
  async compare({ name, product, limit, asked }: Question): Promise<void> {
    const every = Math.ceil(asked.length / SAMPLES);
    for (const rest of asked.filter((_, at) => at % every === 0)) {
      const [ours, rows, json] = await Promise.all([
        answerOf(this.product, product + rest),
        answerOf(this.limit, `/rows/${limit}${rest}`),
        answerOf(this.limit, `/json/${limit}${rest}`),
      ]);
      if (!isDeepStrictEqual(ours, rows) || !isDeepStrictEqual(ours, json))
        throw new Error(`${name}: the servers differ on ${rest}\n${excerpt(ours)}\n${excerpt(rows)}\n${excerpt(json)}`);
    }
  }

  async measure({ name, goal, product, limit, asked }: Question, connections: number): Promise<Measured> {
    const at = (base: string) => asked.map((rest) => base + rest);
    const tags = await this.#tag(product + asked[0]);
    const whileWritten = (server: Server, base: string) => (times?: number) =>
      this.#whileWritten(() => this.#ask(server, at(base), connections, {}, times));
    const ways = {
      written: whileWritten(this.product, product),
      limitRows: whileWritten(this.limit, `/rows/${limit}`),
      limitJson: whileWritten(this.limit, `/json/${limit}`),
      rested: () => this.#ask(this.product, at(product), connections),
      unchanged: () => this.#ask(this.product, [product + asked[0]], connections, tags),
    };
    return { voyages: this.voyages, name, connections, goal, ...(await this.#interleaved(ways)) };
  }

  async measureLarge({ name, times, product, limit, asked }: LargeQuestion): Promise<LargeMeasured> {
    const ask = (server: Server, base: string) => () =>
      this.#whileWritten(() =>
        this.#ask(
          server,
          asked.map((rest) => base + rest),
          1,
          {},
          SLOW,
        ),
      );
    const ways = { written: ask(this.product, product), limit: ask(this.limit, `/rows/${limit}`) };
    return { name, times, ...(await this.#interleaved(ways)) };
  }

  largeQuestions(): LargeQuestion[] {
    return largeQuestions(this.voyages);
  }

  /** Another server of the product on the same database, with front ends of its own. */
  productWith(frontends: string): Promise<Server> {
    return startProduct(this.#database, this.#setup.logs, frontends);
  }

  /** Gives one voyage a hundred people more and a long summary; answers its slug. */
  async crowdedVoyage(): Promise<string> {
    const { rows } = await this.#client.query<{ slug: string }>(CROWDED);
    return rows[0]!.slug;
  }

  processes(): Process {
    return {
      voyages: this.voyages,
      productMegabytes: this.product.peakMemory(),
      limitMegabytes: this.limit.peakMemory(),
      productStartedIn: Math.round(this.product.startedIn),
    };
  }

  /** Each way in turn, as often as there are rounds, and in another order each time. */
  async #interleaved<W extends string>(
    ways: Record<W, (times?: number) => Promise<Throughput>>,
  ): Promise<Record<W, number>> {
    const all = Object.entries(ways) as [W, (times?: number) => Promise<Throughput>][];
    const seen = new Map<W, number[]>(all.map(([name]) => [name, []]));
    // Each alike: the first requests meet code that is not compiled yet, and what runs for weeks is to be measured.
    for (const [, way] of all) await way(WARMING);
    for (let round = 0; round < this.#setup.rounds; round += 1) {
      const turned = [...all.slice(round % all.length), ...all.slice(0, round % all.length)];
      for (const [name, way] of turned) seen.get(name)?.push((await way()).requestsPerSecond);
    }
    return Object.fromEntries([...seen].map(([name, values]) => [name, median(values)])) as Record<W, number>;
  }

  #ask(
    server: Server,
    paths: string[],
    connections: number,
    more: Record<string, string> = {},
    times = 1,
  ): Promise<Throughput> {
    const headers = { ...server.headers, ...more };
    const answer = 'if-none-match' in more ? 'unchanged' : 'content';
    return load({ url: server.url, paths, headers, connections, seconds: this.#setup.seconds * times, answer });
  }

  async #tag(path: string): Promise<Record<string, string>> {
    const answer = await fetch(this.product.url + path, { headers: this.product.headers });
    await answer.text();
    return { 'if-none-match': answer.headers.get('etag') ?? '' };
  }

  /** Counts a change of a record every now and then, as somebody's writing does. */
  async #whileWritten<T>(work: () => Promise<T>): Promise<T> {
    let working = true;
    const writing = async () => {
      while (working) {
        await this.#client.query(CHANGE);
        await sleep(WRITE_EVERY_MS);
      }
    };
    const written = writing();
    try {
      return await work();
    } finally {
      working = false;
      await written;
    }
  }
}

async function answerOf({ url, headers }: Server, path: string): Promise<{ body: unknown; total: string | null }> {
  const response = await fetch(url + path, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url}${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return { body: JSON.parse(text), total: response.headers.get('x-total-count') };
}

const excerpt = (value: unknown) => JSON.stringify(value).slice(0, 1500);
