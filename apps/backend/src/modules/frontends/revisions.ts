import type { FrontendHistory, RegistryApp } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/index.ts';

type Action = FrontendHistory[number]['action'];

export type PlainApp = Omit<RegistryApp, 'canary'>;

/** A front end as a revision holds it. */
export interface App extends PlainApp {
  canary?: CanaryApp;
}

/** What a share of the sessions sees instead, since the revision with which it began. */
export interface CanaryApp extends PlainApp {
  share: number;
  revision: number;
}

export type Apps = Record<string, App>;

export interface Revision {
  revision: number;
  apps: Apps;
}

/** What a revision is for. */
export interface Reason {
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

/** The revisions of the registry in PostgreSQL: rows are only ever added, and of two who add at once one is told to look again. */
@Injectable()
export class Revisions {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  newest(): Promise<Revision | undefined> {
    return this.#database.row<Revision>(
      'frontend-newest',
      'select revision, apps from frontend_revision order by revision desc limit 1',
    );
  }

  /** False where another was first. */
  async append(revision: number, apps: Apps, { action, by, name, version, note }: Reason): Promise<boolean> {
    const added = await this.#database.change(
      'frontend-append',
      `insert into frontend_revision (revision, apps, created_by, action, name, version, note)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [revision, JSON.stringify(apps), by, action, name ?? null, version ?? null, note ?? null],
    );
    return added === 1;
  }

  /** The last thousand, oldest first. */
  async all(): Promise<RevisionRow[]> {
    const rows = await this.#database.rows<RevisionRow>(
      'frontend-revisions',
      `select revision, apps, created_at as at, created_by as by, action, name, version, note
         from frontend_revision order by revision desc limit 1000`,
    );
    return rows.reverse();
  }

  /** Whether some revision had this version live: then people have chosen to leave it. */
  async named(name: string, version: string): Promise<boolean> {
    const found = await this.#database.row(
      'frontend-named',
      `select 1 from frontend_revision where apps -> $1 ->> 'version' = $2 limit 1`,
      [name, version],
    );
    return found !== undefined;
  }
}

/** The versions that were live one after the other, as a way back: what was rolled back is off it. The last is live now. */
export function wayBack(revisions: readonly Pick<RevisionRow, 'apps' | 'action'>[], name: string): string[] {
  const way: string[] = [];
  for (const { apps, action } of revisions) {
    const version = apps[name]?.version;
    if (version === undefined || version === way.at(-1)) continue;
    const before = action === 'rollback' ? way.lastIndexOf(version) : -1;
    if (before >= 0) way.length = before + 1;
    else way.push(version);
  }
  return way;
}
