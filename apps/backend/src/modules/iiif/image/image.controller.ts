import { hash } from 'node:crypto';
import { iiifOperations } from '@archive/contracts';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnyOrigin, Contract, matchesEtag, notFound, type OperationInput, originOf } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { col, Database, statement } from '../../../database/index.ts';
import { linkedData, rightsUri } from '../linked-data.ts';
import { IMAGE_CONTEXT, IMAGE_PROFILE, imageInfoOf, imageServicePath } from './image-info.ts';
import { ImageRenderer } from './image-renderer.ts';
import { FORMATS, type ImageParameters, imageRequestOf } from './image-request.ts';

const RIGHTS = statement('iiif-image-rights', 'select rights from media where slug = $1', {
  rights: col.text.nullable(),
});

interface PictureParameters {
  media_slug: string;
  page: string;
}
type ServiceRequest = FastifyRequest<{ Params: PictureParameters }>;
type PixelRequest = FastifyRequest<{ Params: PictureParameters & ImageParameters }>;

/** IIIF Image API 3.0, level 2, for each picture and each page of a document. */
@Controller()
export class ImageController {
  constructor(
    private readonly renderer: ImageRenderer,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Contract(iiifOperations.imageInfo)
  async info(
    { params: { media_slug: slug, page } }: OperationInput<typeof iiifOperations.imageInfo>,
    @Req() request: FastifyRequest,
  ) {
    const source = await this.renderer.sourceOf(slug, page);
    const id = `${originOf(this.config, request)}${imageServicePath(slug, page)}`;
    const { rights = null } = (await this.database.row(RIGHTS, [slug])) ?? {};
    const info = imageInfoOf(id, source, rightsUri(rights));
    return linkedData(info, IMAGE_CONTEXT, request.headers.accept);
  }

  @Get('/iiif/image/:media_slug/:page')
  @AnyOrigin()
  async service(@Req() request: ServiceRequest, @Res() reply: FastifyReply): Promise<void> {
    const { media_slug: slug, page } = request.params;
    await this.renderer.sourceOf(slug, pageOf(page));
    await reply.redirect(`${originOf(this.config, request)}${imageServicePath(slug, pageOf(page))}/info.json`, 303);
  }

  /**
   * The URL stays the same when a file is replaced, so browsers must revalidate each time. That doesn't require decoding, because the
   * `ETag` is a hash of the picture's version and the canonical request.
   */
  @Get('/iiif/image/:media_slug/:page/:region/:size/:rotation/:file')
  @AnyOrigin()
  async image(@Req() request: PixelRequest, @Res() reply: FastifyReply): Promise<void> {
    const { media_slug: slug, page, ...parameters } = request.params;
    const source = await this.renderer.sourceOf(slug, pageOf(page));
    const imageRequest = imageRequestOf(parameters, source);
    const id = `${originOf(this.config, request)}${imageServicePath(slug, pageOf(page))}`;
    const etag = `"${hash('sha1', `${source.version} ${imageRequest.canonical}`, 'base64url')}"`;
    reply
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .header('link', `<${IMAGE_PROFILE}>;rel="profile", <${id}/${imageRequest.canonical}>;rel="canonical"`);
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      await reply.code(304).send();
      return;
    }
    const image = await this.renderer.render(source, imageRequest, () => !reply.raw.destroyed);
    await reply.header('content-type', FORMATS[imageRequest.format]).send(image);
  }
}

/** Parses a page number. @throws Problem 404 */
function pageOf(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw notFound('There’s no such image or page.');
  return Number(text);
}
