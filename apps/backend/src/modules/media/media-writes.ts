import type { MediaUpdate } from '@archive/contracts';
import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Expected, expectVersion, type JsonText, notFound } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { snapshotOf, writeRevisions } from '../history/index.ts';
import { MediaReads } from './media-reads.ts';
import { Media } from './media.entity.ts';

const missing = () => notFound('Media not found in database.');

/** Media records, written; their files are not touched by it. */
@Injectable()
export class MediaWrites {
  readonly #database: Database;
  readonly #reads: MediaReads;

  constructor(database: Database, reads: MediaReads) {
    this.#database = database;
    this.#reads = reads;
  }

  /** Replaces what was sent of what is said of it. What changes nothing leaves no trace. */
  update(slug: string, write: MediaUpdate, changedBy: string, expected: Expected): Promise<JsonText> {
    return this.#database.write(async (em, statements) => {
      const media = await em.findOne(Media, { slug }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!media) throw missing();
      expectVersion(expected, `${media.id}.${media.version}`, 'media record');
      const before = await snapshotOf(statements, 'media', media.id);
      const { version } = media;
      em.assign(media, valuesOf(write), { ignoreUndefined: true });
      await em.flush();
      if (media.version !== version)
        await writeRevisions(statements, [{ kind: 'media', slug, action: 'update', before }], { changedBy });
      return this.#reads.get(slug, statements);
    });
  }
}

const valuesOf = (write: MediaUpdate) => ({
  title: write.title,
  mediaType: write.media_type,
  credit: write.credit,
  date: write.date,
  descriptionMarkdown: write.description_markdown,
  altText: write.alt_text,
  rights: write.rights,
  rightsNote: write.rights_note,
  tags: write.tags,
});
