import { frontendOperations } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type OperationInput, Contract, notFound, Problem } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { appOf } from './local-builds.ts';
import { Publishing } from './publishing.ts';
import { FrontEndRegistry } from './registry.ts';
import { Releases } from './releases.ts';
import { ReleaseStatus } from './release-status.ts';
import { FrontEndVersions } from './versions.ts';

/** A pipeline may only change its own micro-frontend. */
function requireOwnFrontend({ pipeline }: FastifyRequest, name: string): void {
  if (pipeline === null || pipeline === name) return;
  throw new Problem(403, `This deploy token is for ${pipeline} and cannot change ${name}.`);
}

/** Releases, for teams and their pipelines: publish, promote, roll back, status. */
@Controller()
export class ReleasesController {
  readonly #publishing: Publishing;
  readonly #registry: FrontEndRegistry;
  readonly #releases: Releases;
  readonly #status: ReleaseStatus;
  readonly #versions: FrontEndVersions;

  constructor(
    publishing: Publishing,
    registry: FrontEndRegistry,
    releases: Releases,
    status: ReleaseStatus,
    versions: FrontEndVersions,
  ) {
    this.#publishing = publishing;
    this.#registry = registry;
    this.#releases = releases;
    this.#status = status;
    this.#versions = versions;
  }

  @Contract(frontendOperations.status)
  status() {
    return this.#status.status();
  }

  @Contract(frontendOperations.history)
  history() {
    return this.#status.history();
  }

  @Contract(frontendOperations.version)
  async version({ params: { name, version } }: OperationInput<typeof frontendOperations.version>) {
    const row = await this.#versions.find(name, version);
    if (!row) throw notFound(`There is no ${name} ${version}.`);
    return appOf(name, version, row.contract, row.uses);
  }

  @Contract(frontendOperations.publish)
  publish(
    { params: { name }, body }: OperationInput<typeof frontendOperations.publish>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ) {
    requireOwnFrontend(request, name);
    return this.#publishing.publish(name, body, username);
  }

  @Contract(frontendOperations.smoke)
  smoke(
    { params: { name, version }, body }: OperationInput<typeof frontendOperations.smoke>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    requireOwnFrontend(request, name);
    return this.#publishing.saveSmoke(name, version, body, username);
  }

  @Contract(frontendOperations.promote)
  async promote(
    { params: { name }, body }: OperationInput<typeof frontendOperations.promote>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ) {
    requireOwnFrontend(request, name);
    return this.#registry.forSession(undefined, await this.#releases.promote(name, body, username));
  }

  @Contract(frontendOperations.rollback)
  async rollback(
    { params: { name }, body }: OperationInput<typeof frontendOperations.rollback>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ) {
    requireOwnFrontend(request, name);
    return this.#registry.forSession(undefined, await this.#releases.rollback(name, body.revision, username));
  }
}
