import { frontendCalls } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type CallInput, Contract, notFound, Problem } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { appOf } from './built-front-ends.ts';
import { Publishing } from './publishing.ts';
import { FrontEndRegistry } from './registry.ts';
import { Releases } from './releases.ts';
import { Standings } from './standings.ts';
import { FrontEndVersions } from './versions.ts';

/** A build with its maps and compressed forms, in base64. */
const BUILD_BYTES = 48 * 1024 * 1024;

/** A pipeline changes its own front end only. */
function within({ pipeline }: FastifyRequest, name: string): void {
  if (pipeline === null || pipeline === name) return;
  throw new Problem(403, `This deploy token is for ${pipeline}: it changes nothing of ${name}.`);
}

/** What teams and their pipelines do: publish, promote, go back, and see how things stand. */
@Controller()
export class ReleasesController {
  readonly #publishing: Publishing;
  readonly #registry: FrontEndRegistry;
  readonly #releases: Releases;
  readonly #standings: Standings;
  readonly #versions: FrontEndVersions;

  constructor(
    publishing: Publishing,
    registry: FrontEndRegistry,
    releases: Releases,
    standings: Standings,
    versions: FrontEndVersions,
  ) {
    this.#publishing = publishing;
    this.#registry = registry;
    this.#releases = releases;
    this.#standings = standings;
    this.#versions = versions;
  }

  @Contract(frontendCalls.status)
  status() {
    return this.#standings.status();
  }

  @Contract(frontendCalls.history)
  history() {
    return this.#standings.history();
  }

  @Contract(frontendCalls.version)
  async version({ params: { name, version } }: CallInput<typeof frontendCalls.version>) {
    const row = await this.#versions.find(name, version);
    if (!row) throw notFound(`There is no ${name} ${version}.`);
    return appOf(name, version, row.contract, row.uses);
  }

  @Contract(frontendCalls.publish, { bodyLimit: BUILD_BYTES })
  publish(
    { params: { name }, body }: CallInput<typeof frontendCalls.publish>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ) {
    within(request, name);
    return this.#publishing.publish(name, body, username);
  }

  @Contract(frontendCalls.smoke)
  smoke(
    { params: { name, version }, body }: CallInput<typeof frontendCalls.smoke>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    within(request, name);
    return this.#publishing.keepSmoke(name, version, body, username);
  }

  @Contract(frontendCalls.promote)
  async promote(
    { params: { name }, body }: CallInput<typeof frontendCalls.promote>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ) {
    within(request, name);
    return this.#registry.seenBy(undefined, await this.#releases.promote(name, body, username));
  }

  @Contract(frontendCalls.rollback)
  async rollback(
    { params: { name }, body }: CallInput<typeof frontendCalls.rollback>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ) {
    within(request, name);
    return this.#registry.seenBy(undefined, await this.#releases.rollback(name, body.revision, username));
  }
}
