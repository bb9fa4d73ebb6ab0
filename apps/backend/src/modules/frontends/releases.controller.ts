import { frontendOperations, type SecurityEventKind } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type OperationInput, Contract, Problem } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { Publishing } from './publishing.ts';
import { FrontendRegistry } from './registry.ts';
import { Releases } from './releases.ts';
import { ReleaseHistory } from './release-history.ts';
import { ReleaseStatus } from './release-status.ts';
import { Verdicts } from './verdicts.ts';

/** A program may only change the micro-frontends that its token names. A verifier may not change any. */
function requireOwnFrontend({ machine }: FastifyRequest, name: string): void {
  if (machine === null || machine.scopes.includes(`deploy:${name}`)) return;
  throw new Problem(403, `This token can’t publish or promote ${name}.`);
}

/** A publisher must not judge its own build. */
function requireVerifier({ machine }: FastifyRequest): void {
  if (machine?.scopes.includes('verify')) return;
  throw new Problem(403, 'Only a verifier may record a verdict. Use a token for verifying.');
}

/** Releases, for teams and their pipelines: publish, promote, roll back, status. */
@Controller()
export class ReleasesController {
  readonly #log: SecurityLog;
  readonly #publishing: Publishing;
  readonly #registry: FrontendRegistry;
  readonly #releases: Releases;
  readonly #history: ReleaseHistory;
  readonly #status: ReleaseStatus;
  readonly #verdicts: Verdicts;

  constructor(
    log: SecurityLog,
    publishing: Publishing,
    registry: FrontendRegistry,
    releases: Releases,
    history: ReleaseHistory,
    status: ReleaseStatus,
    verdicts: Verdicts,
  ) {
    this.#log = log;
    this.#publishing = publishing;
    this.#registry = registry;
    this.#releases = releases;
    this.#history = history;
    this.#status = status;
    this.#verdicts = verdicts;
  }

  @Contract(frontendOperations.status)
  status() {
    return this.#status.status();
  }

  @Contract(frontendOperations.history)
  history() {
    return this.#history.list();
  }

  @Contract(frontendOperations.publish)
  async publish(
    { params: { name }, body }: OperationInput<typeof frontendOperations.publish>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ) {
    requireOwnFrontend(request, name);
    const { key, ...published } = await this.#publishing.publish(name, body, username);
    const signedWith: Record<string, string> = key === undefined ? {} : { key };
    this.#record('release-published', request, {
      name,
      version: body.version,
      digest: published.digest,
      ...signedWith,
    });
    return published;
  }

  @Contract(frontendOperations.verdict)
  async verdict(
    { params: { name, version }, body }: OperationInput<typeof frontendOperations.verdict>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    requireVerifier(request);
    const { digest, ...verdict } = body;
    await this.#verdicts.record(name, version, digest, verdict, username);
    const result = verdict.passed ? 'passed' : 'failed';
    this.#record('release-checked', request, { name, version, digest, result, revision: verdict.revision });
  }

  @Contract(frontendOperations.promote)
  async promote(
    { params: { name }, body }: OperationInput<typeof frontendOperations.promote>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ) {
    requireOwnFrontend(request, name);
    const promoted = await this.#releases.promote(name, body, username);
    const { version, canary } = body;
    const share = canary === undefined ? 'all sessions' : `${canary}% of sessions`;
    this.#record('release-promoted', request, { name, version, share, revision: promoted.revision });
    return this.#registry.forSession(undefined, promoted);
  }

  @Contract(frontendOperations.rollback)
  async rollback(
    { params: { name }, body }: OperationInput<typeof frontendOperations.rollback>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ) {
    requireOwnFrontend(request, name);
    const live = await this.#releases.rollback(name, body.revision, username);
    const { version = '' } = live.apps[name] ?? {};
    this.#record('release-rolled-back', request, { name, version, revision: live.revision });
    return this.#registry.forSession(undefined, live);
  }

  #record(
    kind: SecurityEventKind,
    { username: actor, ip: address }: FastifyRequest,
    details: Record<string, string | number>,
  ): void {
    this.#log.record({ kind, actor, address, details });
  }
}
