import { Controller, Get, Module, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IiifHttpModule } from '../iiif/index.ts';
import { Portraits } from './portraits.ts';

type PortraitRequest = FastifyRequest<{ Params: { person_slug: string; version: string } }>;

@Controller()
class PortraitController {
  constructor(private readonly portraits: Portraits) {}

  /**
   * If the version in the URL is outdated, because the page was loaded before a change, sends the current portrait and disallows caching.
   */
  @Get('/media-files/_portraits/:person_slug/:version')
  async get(@Req() { params }: PortraitRequest, @Res() reply: FastifyReply): Promise<void> {
    const { version, image } = await this.portraits.get(params.person_slug, () => !reply.raw.destroyed);
    const isCurrent = params.version === `${version}.webp`;
    await reply
      .header('content-type', 'image/webp')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', isCurrent ? 'private, max-age=31536000, immutable' : 'private, no-cache')
      .send(image);
  }
}

@Module({ imports: [IiifHttpModule], controllers: [PortraitController], providers: [Portraits] })
export class PortraitsHttpModule {}
