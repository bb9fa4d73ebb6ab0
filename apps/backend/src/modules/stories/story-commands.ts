import type { StoryCreate, StoryUpdate } from '@archive/contracts';
import { slugify } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { type JsonText, withHeaders } from '../../common/index.ts';
import { Database, freeSlug } from '../../database/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { requirePicture } from '../people/index.ts';
import { changeRecords, changeRecordsOnce, differences, STORIES } from '../records/index.ts';
import { StoryQueries } from './story-queries.ts';

/** Paths of pages and operations that cannot be slugs of stories. */
const RESERVED_SLUGS = ['new', 'records'];

/** Creates, updates and deletes stories. */
@Injectable()
export class StoryCommands {
  constructor(
    private readonly database: Database,
    private readonly queries: StoryQueries,
  ) {}

  create(values: StoryCreate, write: WriteRequest): Promise<JsonText> {
    return changeRecordsOnce(this.database, write, async (changes) => {
      const { executor } = changes;
      await requirePicture(executor, values.cover, 'cover');
      const slug = await freeSlug(executor, 'story', slugify(values.title) || 'story', RESERVED_SLUGS);
      await STORIES.insert(changes, slug, values);
      const story = await this.queries.get(slug, 'all', executor);
      return withHeaders(story, { location: `/api/curator/stories/${slug}` });
    });
  }

  /** Adds stories whose titles the archive never had. Returns their number. */
  addMissing(stories: readonly StoryCreate[], write: WriteRequest): Promise<number> {
    return changeRecords(this.database, write, async (changes) => {
      let added = 0;
      for (const values of stories) {
        const slug = slugify(values.title);
        if ((await freeSlug(changes.executor, 'story', slug, RESERVED_SLUGS)) !== slug) continue;
        await STORIES.insert(changes, slug, values);
        added += 1;
      }
      return added;
    });
  }

  /** Updates the fields in the request. An update without differences creates no revision. */
  update(slug: string, fields: StoryUpdate, write: WriteRequest): Promise<JsonText> {
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const { id, values } = await STORIES.lock(executor, slug, write.expected);
      const changed = differences(values, fields);
      await requirePicture(executor, changed.cover, 'cover');
      if (Object.keys(changed).length > 0) await STORIES.update(changes, id, changed);
      return this.queries.get(slug, 'all', executor);
    });
  }

  remove(slug: string, write: WriteRequest): Promise<void> {
    return changeRecords(this.database, write, async (changes) => {
      const { id } = await STORIES.lock(changes.executor, slug, write.expected);
      await STORIES.remove(changes, id);
    });
  }
}
