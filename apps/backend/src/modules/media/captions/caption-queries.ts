import { Readable } from 'node:stream';
import type { Transcript } from '@archive/contracts';
import { Injectable, StreamableFile } from '@nestjs/common';
import { notFound } from '../../../common/index.ts';
import { col, Database, statement } from '../../../database/index.ts';
import { cuesOf } from './web-vtt.ts';

const FIND = statement(
  'caption-find',
  `select c.language, c.label, c.content from media_caption c join media m on m.id = c.media_id
  where m.slug = $1 and c.language = $2`,
  { language: col.text, label: col.text, content: col.text },
);

/** Reads the captions of videos and recordings. */
@Injectable()
export class CaptionQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async file(slug: string, language: string): Promise<StreamableFile> {
    const { content } = await this.#find(slug, language);
    return new StreamableFile(Readable.from([content]), {
      type: 'text/vtt; charset=utf-8',
      disposition: `attachment; filename="${slug}.${language}.vtt"`,
    });
  }

  async transcript(slug: string, language: string): Promise<Transcript> {
    const { content, ...caption } = await this.#find(slug, language);
    return { ...caption, cues: cuesOf(content) };
  }

  async #find(slug: string, language: string) {
    const caption = await this.#database.row(FIND, [slug, language]);
    if (!caption) throw notFound('There are no captions in this language.');
    return caption;
  }
}
