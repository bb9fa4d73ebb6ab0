import { Readable } from 'node:stream';
import type { OperationResponse, Transcript, mediaCaptionOperations } from '@archive/contracts';
import { Injectable, StreamableFile } from '@nestjs/common';
import { Problem, notFound } from '../../../common/index.ts';
import { Database, col, statement } from '../../../database/index.ts';
import { type Caption, changeRecords, lockMedia, replaceCaptions } from '../../records/index.ts';
import { latestRevisions } from '../bulk/bulk-media.ts';
import { cuesOf, requireCaptions } from './web-vtt.ts';

type ChangeResult = OperationResponse<(typeof mediaCaptionOperations)['set']>;

const CAPTIONS = statement(
  'captions-of-media',
  'select language, label, content from media_caption where media_id = $1 order by language',
  { language: col.text, label: col.text, content: col.text },
);
const TYPE = statement('caption-media-type', 'select content_type, media_type from media where id = $1', {
  content_type: col.text.nullable(),
  media_type: col.text,
});

const isSame = (one: Caption | undefined, other: Caption) =>
  one?.label === other.label && one.content === other.content;

/** Adds, replaces and removes the captions of videos and recordings. */
@Injectable()
export class CaptionCommands {
  constructor(private readonly database: Database) {}

  /** @throws Problem 404 if the record doesn’t exist, 415 if it isn’t a video or recording, 422 if the captions have errors */
  set(slug: string, caption: Caption, changedBy: string): Promise<ChangeResult> {
    requireCaptions(caption.content);
    return this.#change(slug, changedBy, (current, type) => {
      if (!/^(?:video|audio)/.test(type)) throw new Problem(415, 'Only videos and recordings have captions.');
      if (
        isSame(
          current.find(({ language }) => language === caption.language),
          caption,
        )
      )
        return current;
      return [...current.filter(({ language }) => language !== caption.language), caption];
    });
  }

  /** @throws Problem 404 if the record has no captions in this language */
  remove(slug: string, language: string, changedBy: string): Promise<ChangeResult> {
    return this.#change(slug, changedBy, (current) => {
      const others = current.filter((caption) => caption.language !== language);
      if (others.length === current.length) throw notFound('There are no captions in this language.');
      return others;
    });
  }

  #change(
    slug: string,
    changedBy: string,
    next: (current: readonly Caption[], type: string) => readonly Caption[],
  ): Promise<ChangeResult> {
    return changeRecords(this.database, { changedBy }, async (changes) => {
      const { executor } = changes;
      const { id } = await lockMedia(executor, slug, undefined);
      const media = await executor.row(TYPE, [id]);
      const current = await executor.rows(CAPTIONS, [id]);
      const captions = next(current, media?.content_type ?? media?.media_type ?? '');
      if (captions === current) return { media_slug: slug, revision: null };
      await replaceCaptions(changes, id, captions);
      await changes.save();
      const [revision] = await latestRevisions(executor, [slug]);
      return { media_slug: slug, revision: revision?.revision ?? null };
    });
  }
}

const FIND = statement(
  'caption-find',
  `select c.language, c.label, c.content from media_caption c join media m on m.id = c.media_id
  where m.slug = $1 and c.language = $2`,
  { language: col.text, label: col.text, content: col.text },
);

/** Reads the captions of videos and recordings. */
@Injectable()
export class CaptionQueries {
  constructor(private readonly database: Database) {}

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
    const caption = await this.database.row(FIND, [slug, language]);
    if (!caption) throw notFound('There are no captions in this language.');
    return caption;
  }
}
