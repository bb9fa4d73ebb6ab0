import { SHELL } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../common/index.ts';
import { col, Database, statement } from '../../database/index.ts';
import { SessionGuard } from '../auth/index.ts';
import type { Access } from './frontends.ts';
import { FrontendRegistry } from './registry.ts';
import { Revisions } from './revisions.ts';
import { FrontendVersions } from './versions.ts';

const START = statement(
  'frontend-preview-start',
  `insert into frontend_preview (session_hash, name, version) values ($1, $2, $3)
   on conflict (session_hash, name) do update set version = excluded.version, started_at = now()`,
);
const END = statement('frontend-preview-end', 'delete from frontend_preview where session_hash = $1 and name = $2');
const FIND = statement(
  'frontend-preview-find',
  'select version from frontend_preview where session_hash = $1 and name = $2',
  { version: col.text },
);

/** Query parameter, as in `?mfe.shell=1.4.0`. The shell itself handles such parameters for the other micro-frontends. */
const SHELL_PARAMETER = `mfe.${SHELL}`;

/**
 * Previews of unreleased versions. Preview code runs with the permissions of the user who opens it, so a session gets it only after its
 * user has agreed to this version, and a pipeline or verifier only with its token. Opening a link is never enough.
 */
@Injectable()
export class Previews {
  /** Cache of released versions, as `name/version`. A released version stays released. */
  readonly #released = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly guard: SessionGuard,
    private readonly registry: FrontendRegistry,
    private readonly revisions: Revisions,
    private readonly versions: FrontendVersions,
  ) {}

  /** Lets a session load the files of a version. It replaces an earlier preview of the same micro-frontend. */
  async start(session: Buffer, name: string, version: string): Promise<void> {
    if (!(await this.versions.find(name, version))) throw notFound(`${name} has no version ${version}.`);
    await this.database.execute(START, [session, name, version]);
  }

  async end(session: Buffer, name: string): Promise<void> {
    await this.database.execute(END, [session, name]);
  }

  async isPreviewed(session: Buffer, name: string, version: string): Promise<boolean> {
    return (await this.database.row(FIND, [session, name]))?.version === version;
  }

  /** The version of the shell that a page URL requests, if the session's user agreed to it; undefined for the live version. */
  async shellOf(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
    const version = (request.query as Record<string, unknown>)[SHELL_PARAMETER];
    if (typeof version !== 'string') return undefined;
    const session = await this.guard.sessionOf(request, reply);
    return session && (await this.isPreviewed(session.key, SHELL, version)) ? version : undefined;
  }

  /** Whether a request may load the files of a published version. */
  async access(request: FastifyRequest, reply: FastifyReply, name: string, version: string): Promise<Access> {
    if (await this.#isReleased(name, version)) return 'public';
    const machine = await this.guard.machineOf(request, 'deploy');
    if (machine)
      return machine.scopes.some((scope) => scope === 'verify' || scope === `deploy:${name}`) ? 'private' : 'denied';
    const session = await this.guard.sessionOf(request, reply);
    return session && (await this.isPreviewed(session.key, name, version)) ? 'private' : 'denied';
  }

  /** Whether a version is or was live, or is or was a canary. */
  async #isReleased(name: string, version: string): Promise<boolean> {
    const key = `${name}/${version}`;
    const app = this.registry.current().apps[name];
    if (app?.version === version || app?.canary?.version === version || this.#released.has(key)) return true;
    const isReleased = await this.revisions.wasReleased(name, version);
    if (isReleased) this.#released.add(key);
    return isReleased;
  }
}
