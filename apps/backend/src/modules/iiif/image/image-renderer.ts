import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/index.ts';
import { PictureFiles, ViewQueries } from '../../media/index.ts';
import { PictureAssembler } from '../../sandbox/index.ts';
import type { ImageRequest } from './image-request.ts';
import { type ImageSource, imageSourceOf, storedImage, tilesFor } from './image-source.ts';

/** Renders parts of pictures and pages from their stored tiles. */
@Injectable()
export class ImageRenderer {
  constructor(
    private readonly views: ViewQueries,
    private readonly files: PictureFiles,
    private readonly assembler: PictureAssembler,
  ) {}

  /** @throws Problem 404 */
  async sourceOf(slug: string, page: number): Promise<ImageSource> {
    const { pictures } = await this.views.get(slug);
    const picture = pictures.find((shown) => shown.page === page);
    if (!picture) throw notFound('There’s no such image or page.');
    return imageSourceOf(picture);
  }

  /**
   * Renders an image; undefined if the client has disconnected.
   * @throws Problem 404 if the stored pictures were regenerated in the meantime, 503 if too many requests are waiting
   */
  async render(source: ImageSource, request: ImageRequest, isWanted: () => boolean): Promise<Buffer | undefined> {
    const stored = storedImage(source, request);
    if (stored !== undefined) return (await this.#read([stored]))[0];
    const { urls, ...place } = tilesFor(source, request);
    return this.assembler.assemble({ ...request, ...place }, () => this.#read(urls), isWanted);
  }

  async #read(urls: readonly string[]): Promise<Buffer[]> {
    const files = await this.files.read(urls);
    if (!files) throw notFound('File not found.');
    return files;
  }
}
