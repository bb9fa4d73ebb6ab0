import type { RegistryApp, revisionActions } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';

type Action = (typeof revisionActions)[number];

/** The released version of a micro-frontend. Pages get everything else from its registration. */
export type AppWithoutCanary = Pick<RegistryApp, 'version' | 'manifest' | 'path' | 'contract' | 'optional'>;

/** A micro-frontend in a revision. */
export interface App extends AppWithoutCanary {
  canary?: CanaryApp;
}

/** A version that a share of the sessions gets, and the revision that started the canary. */
interface CanaryApp extends AppWithoutCanary {
  share: number;
  revision: number;
}

export type Apps = Record<string, App>;

export interface Revision {
  revision: number;
  apps: Apps;
}

/** Why a revision was made. */
export interface RevisionReason {
  action: Action;
  by: string;
  name?: string;
  version?: string;
  note?: string;
}

export interface RevisionRow extends Revision {
  at: string;
  by: string;
  action: Action;
  name: string | null;
  version: string | null;
  note: string | null;
}

const APPS = col.json<Apps>();
const LATEST = statement(
  'frontend-revision-latest',
  'select revision, apps from frontend_revision order by revision desc limit 1',
  {
    revision: col.int,
    apps: APPS,
  },
);
const APPEND = statement(
  'frontend-revision-append',
  `insert into frontend_revision (revision, apps, created_by, action, name, version, note)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
);
const ALL = statement(
  'frontend-revisions',
  `select revision, apps, created_at as at, created_by as by, action, name, version, note
     from frontend_revision order by revision desc limit 1000`,
  {
    revision: col.int,
    apps: APPS,
    at: col.timestamp,
    by: col.text,
    action: col.text.as<Action>(),
    name: col.text.nullable(),
    version: col.text.nullable(),
    note: col.text.nullable(),
  } satisfies ColumnsOf<RevisionRow>,
);
const APPS_AT_REVISION = statement('frontend-revision-at', 'select apps from frontend_revision where revision = $1', {
  apps: APPS,
});
/** Minutes after a promotion to everyone in which failures cause an automatic rollback. */
const AUTO_ROLLBACK_MINUTES = 10;

const RECENT_PROMOTIONS = statement(
  'frontend-revisions-guarded',
  `select revision, name, version from frontend_revision
   where action = 'promote' and created_at > now() - make_interval(mins => $1) order by revision desc limit 20`,
  { revision: col.int, name: col.text, version: col.text },
);
const WAS_LIVE = statement(
  'frontend-revision-was-live',
  `select 1 from frontend_revision where apps -> $1 ->> 'version' = $2 limit 1`,
);
const WAS_RELEASED = statement(
  'frontend-revision-was-released',
  `select 1 from frontend_revision
   where apps -> $1 ->> 'version' = $2 or apps -> $1 -> 'canary' ->> 'version' = $2 limit 1`,
);

/** The registry's revisions in PostgreSQL. Append-only: if two processes append concurrently, one of them fails and starts over. */
@Injectable()
export class Revisions {
  constructor(private readonly database: Database) {}

  latest(): Promise<Revision | undefined> {
    return this.database.row(LATEST);
  }

  /** The apps that were live in a revision; undefined if the revision doesn't exist. */
  async atRevision(revision: number): Promise<Apps | undefined> {
    return (await this.database.row(APPS_AT_REVISION, [revision]))?.apps;
  }

  /** Promotions to everyone in the last `AUTO_ROLLBACK_MINUTES`. */
  guarded(): Promise<{ revision: number; name: string; version: string }[]> {
    return this.database.rows(RECENT_PROMOTIONS, [AUTO_ROLLBACK_MINUTES]);
  }

  /** Appends a revision. Returns false if another process has already appended one with this number. */
  async append(revision: number, apps: Apps, { action, by, name, version, note }: RevisionReason): Promise<boolean> {
    const insertedRows = await this.database.execute(APPEND, [
      revision,
      JSON.stringify(apps),
      by,
      action,
      name ?? null,
      version ?? null,
      note ?? null,
    ]);
    return insertedRows === 1;
  }

  /** The last thousand revisions, oldest first. */
  async all(): Promise<RevisionRow[]> {
    return (await this.database.rows(ALL)).reverse();
  }

  /** Whether this version was live for everyone in any revision. */
  async hasBeenLive(name: string, version: string): Promise<boolean> {
    return (await this.database.row(WAS_LIVE, [name, version])) !== undefined;
  }

  /** Whether this version was live or a canary in any revision. */
  async wasReleased(name: string, version: string): Promise<boolean> {
    return (await this.database.row(WAS_RELEASED, [name, version])) !== undefined;
  }
}

/** The versions that were live, in order, without those that were rolled back. The last one is live now. */
export function rollbackPath(revisions: readonly Pick<RevisionRow, 'apps' | 'action'>[], name: string): string[] {
  const path: string[] = [];
  for (const { apps, action } of revisions) {
    const version = apps[name]?.version;
    if (version === undefined || version === path.at(-1)) continue;
    const previous = action === 'rollback' ? path.lastIndexOf(version) : -1;
    if (previous >= 0) path.length = previous + 1;
    else path.push(version);
  }
  return path;
}
