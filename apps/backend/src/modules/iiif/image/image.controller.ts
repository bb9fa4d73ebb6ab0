import { hash } from 'node:crypto';
import { iiifOperations, type ViewPicture } from '@archive/contracts';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnyOrigin, Contract, matchesEtag, notFound, type OperationInput, originOf } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { col, Database, statement } from '../../../database/index.ts';
import { PictureFiles, ViewQueries } from '../../media/index.ts';
import { PictureAssembler } from '../../sandbox/index.ts';
import { linkedData } from '../linked-data.ts';
import { rightsUri } from '../rights.ts';
import { IMAGE_CONTEXT, IMAGE_PROFILE, imageInfoOf, imageServicePath } from './image-info.ts';
import { FORMATS, type ImageParameters, type ImageRequest, imageRequestOf } from './image-request.ts';
import { type ImageSource, imageSourceOf, storedImage, tilesFor } from './image-source.ts';

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
  readonly #views: ViewQueries;
  readonly #files: PictureFiles;
  readonly #assembler: PictureAssembler;
  readonly #database: Database;
  readonly #config: Config;

  constructor(
    views: ViewQueries,
    files: PictureFiles,
    assembler: PictureAssembler,
    database: Database,
    @Inject(CONFIG) config: Config,
  ) {
    this.#views = views;
    this.#files = files;
    this.#assembler = assembler;
    this.#database = database;
    this.#config = config;
  }

  @Contract(iiifOperations.imageInfo)
  async info(
    { params: { media_slug: slug, page } }: OperationInput<typeof iiifOperations.imageInfo>,
    @Req() request: FastifyRequest,
  ) {
    const picture = await this.#pictureOf(slug, page);
    const id = `${originOf(this.#config, request)}${imageServicePath(slug, page)}`;
    const { rights = null } = (await this.#database.row(RIGHTS, [slug])) ?? {};
    const info = imageInfoOf(id, imageSourceOf(picture), rightsUri(rights));
    return linkedData(info, IMAGE_CONTEXT, request.headers.accept);
  }

  @Get('/iiif/image/:media_slug/:page')
  @AnyOrigin()
  async service(@Req() request: ServiceRequest, @Res() reply: FastifyReply): Promise<void> {
    const { media_slug: slug, page } = request.params;
    await this.#pictureOf(slug, pageOf(page));
    await reply.redirect(`${originOf(this.#config, request)}${imageServicePath(slug, pageOf(page))}/info.json`, 303);
  }

  /**
   * The address stays the same when a file is replaced, so browsers ask again each time, which costs no pixels: the `ETag` follows from
   * the address and the version of the picture.
   */
  @Get('/iiif/image/:media_slug/:page/:region/:size/:rotation/:file')
  @AnyOrigin()
  async image(@Req() request: PixelRequest, @Res() reply: FastifyReply): Promise<void> {
    const { media_slug: slug, page, ...parameters } = request.params;
    const source = imageSourceOf(await this.#pictureOf(slug, pageOf(page)));
    const wanted = imageRequestOf(parameters, source);
    const id = `${originOf(this.#config, request)}${imageServicePath(slug, pageOf(page))}`;
    const etag = `"${hash('sha1', `${source.version} ${wanted.canonical}`, 'base64url')}"`;
    reply
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .header('link', `<${IMAGE_PROFILE}>;rel="profile", <${id}/${wanted.canonical}>;rel="canonical"`);
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      await reply.code(304).send();
      return;
    }
    const image = await this.#draw(source, wanted, () => !reply.raw.destroyed);
    await reply.header('content-type', FORMATS[wanted.format]).send(image);
  }

  /** @throws Problem 404 */
  async #pictureOf(slug: string, page: number): Promise<ViewPicture> {
    const { pictures } = await this.#views.get(slug);
    const picture = pictures.find((shown) => shown.page === page);
    if (!picture) throw notFound('There’s no such picture or page.');
    return picture;
  }

  /** Undefined when nobody waits for it anymore. */
  async #draw(source: ImageSource, wanted: ImageRequest, isWanted: () => boolean): Promise<Buffer | undefined> {
    const stored = storedImage(source, wanted);
    if (stored !== undefined) return (await this.#read([stored]))[0];
    const { urls, ...place } = tilesFor(source, wanted);
    return this.#assembler.assemble({ ...wanted, ...place }, () => this.#read(urls), isWanted);
  }

  /** @throws Problem 404 when the pictures were made again in the meantime */
  async #read(urls: readonly string[]): Promise<Buffer[]> {
    const files = await this.#files.read(urls);
    if (!files) throw notFound('File not found.');
    return files;
  }
}

/** @throws Problem 404 */
function pageOf(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw notFound('There’s no such picture or page.');
  return Number(text);
}
