import {
  REMOTE_SLOTS,
  SHELL,
  type Registration,
  type RemoteDescription,
  remoteDescriptionSchema,
  remoteNameSchema,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { invalidFields, notFound, Problem } from '../../common/index.ts';
import { col, type ColumnsOf, Database, statement, type StatementExecutor } from '../../database/index.ts';

export type Description = Registration['description'];

/** The recorded author of registrations of builds that come with the server. */
export const SERVER_START = 'server start';

interface Row {
  name: string;
  description: Description | null;
  created_by: string;
  created_at: string;
}

const LATEST = statement(
  'frontend-registrations',
  `select distinct on (name) name, description, created_by, created_at
   from frontend_registration order by name, id desc`,
  {
    name: col.text,
    description: col.json<Description>().nullable(),
    created_by: col.text,
    created_at: col.timestamp,
  } satisfies ColumnsOf<Row>,
);
const ADD = statement(
  'frontend-registration-add',
  `insert into frontend_registration (name, action, description, created_by) values ($1, $2, $3, $4)`,
);
/** Serializes changes, because each registration is compared with all others. */
const LOCK = statement(
  'frontend-registration-lock',
  `select pg_advisory_xact_lock(hashtextextended('frontend registrations', 0))`,
);

/** Registered micro-frontends by name. Retired ones have no description. */
export type Registry = ReadonlyMap<string, Row>;

/** The description of a build that declares none. */
export function defaultDescription(name: string): Description {
  const words = name.replaceAll('-', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  const slots = [...REMOTE_SLOTS];
  return {
    title,
    path: `/${name}`,
    navigation: null,
    home_card: null,
    slots,
    search_kinds: [],
    pages: [],
    budget: null,
  };
}

/** Descriptions of micro-frontends, which define where they appear in the archive. Append-only; the latest row of a name is current. */
@Injectable()
export class Registrations {
  constructor(private readonly database: Database) {}

  /** All micro-frontends that were ever registered, including retired ones. */
  all(): Promise<Registry> {
    return registeredIn(this.database);
  }

  async find(name: string): Promise<Description | undefined> {
    return (await this.all()).get(name)?.description ?? undefined;
  }

  /** @throws Problem 404 for a name that isn't registered. The shell is always registered. */
  async require(name: string): Promise<void> {
    if (name === SHELL || (await this.find(name))) return;
    throw notFound(
      `There is no micro-frontend called ${name}. Register it on /ops/frontends, or with "npm run mfe -- register ${name}".`,
    );
  }

  /**
   * Registers a name or changes its description. Registering the same description again has no effect.
   * @throws Problem 409 for a path or a kind of search results that another micro-frontend has
   */
  async register(name: string, description: RemoteDescription, by: string): Promise<Registration> {
    const { error } = remoteNameSchema.safeParse(name);
    if (error) throw invalidFields(error.issues.map(({ message }) => ({ path: 'name', message })));
    const row = await this.database.transaction(async (executor) => {
      await executor.execute(LOCK, []);
      const all = await registeredIn(executor);
      requireNoCollision(name, description, all);
      const before = all.get(name);
      if (!isSame(before?.description, description))
        await executor.execute(ADD, [
          name,
          before?.description ? 'change' : 'register',
          JSON.stringify(description),
          by,
        ]);
      return (await registeredIn(executor)).get(name);
    });
    return registrationOf(row as Row, description);
  }

  /**
   * Registers a build that comes with the server. Doesn't change registrations that a person has made or retired. Returns the current
   * description of the micro-frontend; undefined if it is retired or cannot be registered.
   */
  async registerBuild(name: string, description: Description): Promise<Description | undefined> {
    const before = (await this.all()).get(name);
    if (before && (before.created_by !== SERVER_START || before.description === null))
      return before.description ?? undefined;
    const { success, data } = remoteDescriptionSchema.safeParse(description);
    if (!success) return before?.description ?? undefined;
    return (await this.register(name, data, SERVER_START)).description;
  }

  /** Returns false if the name is not registered. */
  async retire(name: string, by: string): Promise<boolean> {
    return this.database.transaction(async (executor) => {
      await executor.execute(LOCK, []);
      if (!(await registeredIn(executor)).get(name)?.description) return false;
      await executor.execute(ADD, [name, 'retire', null, by]);
      return true;
    });
  }
}

async function registeredIn(executor: Pick<StatementExecutor, 'rows'>): Promise<Registry> {
  return new Map((await executor.rows(LATEST)).map((row) => [row.name, row]));
}

function registrationOf({ name, created_at, created_by }: Row, description: Description): Registration {
  return { name, description, registered_at: new Date(created_at).toISOString(), registered_by: created_by };
}

function isSame(before: Description | null | undefined, after: Description): boolean {
  return before !== null && before !== undefined && sortedJson(before) === sortedJson(after);
}

/** JSON with sorted keys, because the database doesn't preserve the order of an object's keys. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => a.localeCompare(b)))
      : part,
  );

/** The paths of a micro-frontend, starting with its main path. */
const pathsOf = ({ path, record_path }: Pick<Description, 'path' | 'record_path'>) =>
  record_path === undefined ? [path] : [path, record_path];

function requireNoCollision(name: string, description: RemoteDescription, all: Registry): void {
  const { path, record_path, search_kinds, pages } = description;
  if (record_path === path)
    throw invalidFields([{ path: 'record_path', message: 'Use another path than that of the other pages.' }]);
  for (const [index, page] of pages.entries())
    if (!pathsOf(description).some((item) => new RegExp(`^${item}(?:[/?#]|$)`).test(page)))
      throw invalidFields([{ path: `pages.${index}`, message: `${page} is not below ${path}.` }]);
  for (const [other, { description: registered }] of all) {
    if (other === name || !registered) continue;
    const paths = pathsOf(registered);
    if (paths.includes(path)) throw collision('path', `${registered.title} (${other}) is at ${path} already.`);
    if (record_path !== undefined && paths.includes(record_path))
      throw collision('record_path', `${registered.title} (${other}) is at ${record_path} already.`);
    const kind = search_kinds.find((item) => registered.search_kinds.includes(item));
    if (kind !== undefined)
      throw collision(
        'search_kinds',
        `${registered.title} (${other}) shows search results of the kind ${kind} already.`,
      );
  }
}

const collision = (path: string, message: string) => new Problem(409, message, { errors: [{ path, message }] });
