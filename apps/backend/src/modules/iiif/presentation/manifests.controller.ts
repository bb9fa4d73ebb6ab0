import { iiifOperations, type Manifest } from '@archive/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Contract, type OperationInput, originOf } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { linkedData } from '../linked-data.ts';
import { MANIFEST_CONTEXT, Manifests } from './manifests.ts';

type Operations = typeof iiifOperations;

@Controller()
export class ManifestsController {
  constructor(
    private readonly manifests: Manifests,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Contract(iiifOperations.mediaManifest)
  media({ params }: OperationInput<Operations['mediaManifest']>, @Req() request: FastifyRequest) {
    return this.#send(request, (origin) => this.manifests.ofMedia(origin, params.media_slug));
  }

  @Contract(iiifOperations.albumManifest)
  album({ params }: OperationInput<Operations['albumManifest']>, @Req() request: FastifyRequest) {
    return this.#send(request, (origin) => this.manifests.ofAlbum(origin, params.album_slug));
  }

  @Contract(iiifOperations.voyageManifest)
  voyage({ params }: OperationInput<Operations['voyageManifest']>, @Req() request: FastifyRequest) {
    return this.#send(request, (origin) => this.manifests.ofVoyage(origin, params.voyage_slug));
  }

  async #send(request: FastifyRequest, manifestOf: (origin: string) => Promise<Manifest>) {
    const manifest = await manifestOf(originOf(this.config, request));
    return linkedData(manifest, MANIFEST_CONTEXT, request.headers.accept);
  }
}
