import { frontendOperations, type VersionDetails } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type OperationInput, Contract, notFound, Problem } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { appOf, isRemote } from './local-builds.ts';
import { Previews } from './previews.ts';
import { FrontendRegistry } from './registry.ts';
import { Revisions } from './revisions.ts';
import { Verdicts } from './verdicts.ts';
import { FrontendVersions } from './versions.ts';

function sessionOf({ sessionKey }: FastifyRequest): Buffer {
  if (!sessionKey) throw new Problem(401, 'Please sign in.');
  return sessionKey;
}

/** Versions that a session previews. */
@Controller()
export class PreviewsController {
  constructor(
    private readonly log: SecurityLog,
    private readonly previews: Previews,
    private readonly registry: FrontendRegistry,
    private readonly revisions: Revisions,
    private readonly verdicts: Verdicts,
    private readonly versions: FrontendVersions,
  ) {}

  @Contract(frontendOperations.version)
  async version(
    { params: { name, version } }: OperationInput<typeof frontendOperations.version>,
    @Req() { sessionKey }: FastifyRequest,
  ): Promise<VersionDetails> {
    const row = await this.versions.find(name, version);
    if (!row) throw notFound(`${name} has no version ${version}.`);
    return {
      ...appOf(name, version, row),
      ...(isRemote(name) ? this.registry.placementOf(name, `/${name}`) : {}),
      state: await this.#stateOf(name, version),
      published_at: new Date(row.published_at).toISOString(),
      published_by: row.published_by,
      digest: row.digest,
      check_passed: (await this.verdicts.latest(name, version))?.passed ?? null,
      previewed: sessionKey !== null && (await this.previews.isPreviewed(sessionKey, name, version)),
    };
  }

  @Contract(frontendOperations.startPreview)
  async start(
    { params: { name }, body: { version } }: OperationInput<typeof frontendOperations.startPreview>,
    @Username() actor: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.previews.start(sessionOf(request), name, version);
    this.log.record({ kind: 'preview-started', actor, address: request.ip, details: { name, version } });
  }

  @Contract(frontendOperations.endPreview)
  end(
    { params: { name } }: OperationInput<typeof frontendOperations.endPreview>,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    return this.previews.end(sessionOf(request), name);
  }

  async #stateOf(name: string, version: string): Promise<VersionDetails['state']> {
    const app = (await this.registry.fresh()).apps[name];
    if (app?.version === version) return 'live';
    if (app?.canary?.version === version) return 'canary';
    return (await this.revisions.hasBeenLive(name, version)) ? 'earlier' : 'candidate';
  }
}
