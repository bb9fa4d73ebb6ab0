import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDatabase } from '@archive/postgres';
import pg from 'pg';
import { ATTRIBUTES } from './baseline-sql.ts';
import { fillArchive } from './generated-archive.ts';
import type { Scenario } from './scenarios.ts';
import { migrate, type Server, start } from './servers.ts';

const execute = promisify(execFile);

export const DIRECTUS_VERSION = '12.4.0';
/** The version of isolated-vm that Directus requires has no binary for every Node, and would then have to be compiled. */
const PACKAGES = {
  private: true,
  dependencies: { directus: DIRECTUS_VERSION },
  overrides: { 'isolated-vm': '6.2.0' },
};
const INSTALL_TIMEOUT_MS = 15 * 60_000;
const BOOTSTRAP_TIMEOUT_MS = 3 * 60_000;

/** Directus ignores tables with a composite primary key. */
const SURROGATE_KEYS = ['passenger', 'voyage_media'].map(
  (table) =>
    `alter table ${table} drop constraint ${table}_pkey, add column id bigint generated always as identity primary key`,
);
/** The lists of a voyage and of a person: the table with the foreign key, the key, and the name of the list. */
const LISTS = [
  { table: 'passenger', key: 'voyage_id', parent: 'voyage', list: 'passengers' },
  { table: 'voyage_media', key: 'voyage_id', parent: 'voyage', list: 'media' },
  { table: 'passenger', key: 'person_id', parent: 'person', list: 'voyages' },
];

/** Installs Directus into a directory, unless it is already installed: 725 MB, two minutes. */
export async function installDirectus(directory: string, signal: AbortSignal): Promise<void> {
  // npm writes this file last.
  const isInstalled =
    existsSync(path.join(directory, 'node_modules', '.package-lock.json')) &&
    readFileSync(path.join(directory, 'package.json'), 'utf8') === JSON.stringify(PACKAGES);
  if (isInstalled) return;
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify(PACKAGES));
  await execute('npm', ['install', '--no-audit', '--no-fund'], { cwd: directory, signal, timeout: INSTALL_TIMEOUT_MS });
}

/**
 * An installed Directus on its own archive, the same as the generated one of that size, and without a cache: it has none by default.
 * @param options.directory where Directus is installed
 */
export async function startDirectus(
  { cluster, directory, logs }: { cluster: string; directory: string; logs: string },
  voyages: number,
): Promise<Server> {
  const cleanups: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  };
  try {
    const database = await createDatabase(cluster);
    cleanups.push(() => database.drop());
    await migrate(database, logs);
    await fillArchive(database.url, voyages);
    const client = new pg.Client(database.url);
    await client.connect();
    for (const sql of [...SURROGATE_KEYS, 'vacuum analyze']) await client.query(sql);
    await client.end();
    const token = randomBytes(24).toString('hex');
    const env = {
      DB_CLIENT: 'pg',
      DB_CONNECTION_STRING: database.url,
      SECRET: randomBytes(24).toString('hex'),
      ADMIN_EMAIL: 'bench@example.org',
      ADMIN_PASSWORD: randomBytes(24).toString('hex'),
      ADMIN_TOKEN: token,
      TELEMETRY: 'false',
      // With the limiter, Directus would reject requests under the measured load.
      PRESSURE_LIMITER_ENABLED: 'false',
      LOG_LEVEL: 'warn',
    };
    const program = path.join(directory, 'node_modules', 'directus', 'cli.js');
    const processEnv = { ...process.env, ...env };
    await execute(process.execPath, [program, 'bootstrap'], {
      cwd: directory,
      env: processEnv,
      timeout: BOOTSTRAP_TIMEOUT_MS,
    });
    const args = [program, 'start'];
    const server = await start({ name: 'directus', args, env, ready: '/server/ping', logs, cwd: directory });
    cleanups.push(() => server.stop());
    const headers = { authorization: `Bearer ${token}` };
    await describeLists({ url: server.url, headers });
    return { ...server, headers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Lets Directus follow the foreign keys in the reverse direction. */
async function describeLists({ url, headers }: Pick<Server, 'url' | 'headers'>): Promise<void> {
  const send = async (method: string, address: string, body: object) => {
    const response = await fetch(url + address, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`Directus returned ${response.status} to ${address}: ${await response.text()}`);
  };
  for (const { table, key, parent, list } of LISTS) {
    await send('PATCH', `/relations/${table}/${key}`, { meta: { one_field: list } });
    await send('POST', `/fields/${parent}`, {
      field: list,
      type: 'alias',
      meta: { special: ['o2m'], interface: 'list-o2m' },
    });
  }
}

const MAIN_FIELDS = `id slug title start_date start_date_written end_date end_date_written start_time end_time start_location end_location
  voyage_type ${ATTRIBUTES.join(' ')} president_id.party president_id.person_id.slug president_id.person_id.full_name`;
const LISTING = `${MAIN_FIELDS} count(passengers) passengers.person_id.full_name`;
const VOYAGE = `${MAIN_FIELDS} start_timestamp end_timestamp summary_markdown additional_information notes notes_internal original_markdown spin
  source_urls additional_sources presidential_initials royalty_details foreign_leader_country additional_guests created_at updated_at
  passengers.title passengers.capacity_role passengers.is_crew passengers.notes passengers.sort_order passengers.person_id.slug
  passengers.person_id.full_name passengers.person_id.role_title passengers.person_id.organization passengers.person_id.wikipedia_url
  media.media_category media.sort_order media.media_id.slug media.media_id.title media.media_id.media_type media.media_id.storage_key
  media.media_id.external_url media.media_id.content_type media.media_id.size media.media_id.width media.media_id.height
  media.media_id.date media.media_id.credit media.media_id.description_markdown media.media_id.alt_text media.media_id.rights
  media.media_id.rights_note media.media_id.creator media.media_id.place media.media_id.identifier media.media_id.tags`;
const PERSON = 'slug full_name role_title organization birth_year death_year count(voyages)';

type Parameters = Record<string, string>;

/** A page of a list, with its total. */
const pageOf = (path: URLSearchParams, fields: string, sort: string): Parameters => ({
  fields: fieldsOf(fields),
  sort,
  limit: path.get('limit') ?? '',
  offset: path.get('offset') ?? '0',
  meta: 'filter_count',
});
const voyagesOf = (path: URLSearchParams): Parameters => ({
  ...pageOf(path, LISTING, 'start_day,slug'),
  'deep[passengers][_sort]': 'sort_order',
  'deep[passengers][_limit]': '3',
});
const fieldsOf = (fields: string) => fields.split(/\s+/).join();

/** Filters of the product's list, translated for Directus. */
const FILTERS: Record<string, string> = {
  date_from: 'filter[end_day][_gte]',
  date_to: 'filter[start_day][_lte]',
  presidential_use: 'filter[presidential_use][_eq]',
};

/**
 * Parameters for the scenarios that Directus has. Columns for which it would need a second request are left out, to its advantage: the
 * thumbnails, and the latest title of a person.
 */
const SCENARIOS: Record<string, { items: 'voyage' | 'person'; parametersOf: (path: string) => Parameters }> = {
  'list of 50': {
    items: 'voyage',
    parametersOf: (path) => {
      const query = new URLSearchParams(path);
      const filters = [...query].flatMap(([name, value]) => (FILTERS[name] ? [[FILTERS[name], value]] : []));
      return { ...voyagesOf(query), ...Object.fromEntries(filters) };
    },
  },
  voyage: {
    items: 'voyage',
    parametersOf: (path) => ({
      fields: fieldsOf(VOYAGE),
      'filter[slug][_eq]': path.slice(1),
      'deep[passengers][_sort]': 'sort_order',
      'deep[media][_sort]': 'sort_order',
    }),
  },
  'search, 50 rows': {
    items: 'voyage',
    parametersOf: (path) => {
      const query = new URLSearchParams(path);
      return { ...voyagesOf(query), search: query.get('q') ?? '' };
    },
  },
  'people, 500 rows': {
    items: 'person',
    parametersOf: (path) => ({
      ...pageOf(new URLSearchParams(path), PERSON, 'slug'),
      'filter[voyages][_some][id][_nnull]': 'true',
    }),
  },
};

/** The scenario's requests as URLs of Directus; undefined if Directus has no such operation. */
export function directusRequests({ name, requests }: Pick<Scenario, 'name' | 'requests'>): string[] | undefined {
  const scenario = SCENARIOS[name];
  if (!scenario) return undefined;
  const { items, parametersOf } = scenario;
  return requests.map((path) => `/items/${items}?${new URLSearchParams(parametersOf(path)).toString()}`);
}
