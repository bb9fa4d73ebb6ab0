import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { archiveSetupOperations, type StoryCreate, storyCreateSchema } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, notFound, type OperationInput } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { ROOT } from '../../paths.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { StoryCommands } from '../stories/index.ts';
import { earlierWork, isArchiveEmpty } from '../records/index.ts';

const SAMPLE = path.join(ROOT, 'archive/sequoia-voyages.md');
const STORIES = path.join(ROOT, 'archive/stories');

/** A story from a file: its title as a heading, its summary in italics, and then its text. */
function storyOf(markdown: string): StoryCreate {
  const [title = '', summary = '', ...body] = markdown.split(/\n{2,}/);
  return storyCreateSchema.parse({
    title: title.replace(/^# /, ''),
    summary: summary.replaceAll(/^\*|\*$/g, ''),
    body: body.join('\n\n'),
    published_on: new Date().toISOString().slice(0, 10),
  });
}

/** How an archive without records can begin. */
@Controller()
export class ArchiveSetupController {
  constructor(
    private readonly database: Database,
    private readonly stories: StoryCommands,
  ) {}

  @Contract(archiveSetupOperations.get)
  get() {
    return this.database.transaction(async (executor) => ({
      is_empty: await isArchiveEmpty(executor),
      has_sample: existsSync(SAMPLE),
      earlier_work: await earlierWork(executor),
    }));
  }

  @Contract(archiveSetupOperations.sample)
  async sample() {
    if (!existsSync(SAMPLE)) throw notFound('This server doesn’t have the sample document.');
    return { document: await readFile(SAMPLE, 'utf8'), filename: path.basename(SAMPLE) };
  }

  @Contract(archiveSetupOperations.addStories)
  async addStories(_: OperationInput<typeof archiveSetupOperations.addStories>, @Write() write: WriteRequest) {
    const files = existsSync(STORIES) ? (await readdir(STORIES)).toSorted() : [];
    const stories = await Promise.all(files.map((file) => readFile(path.join(STORIES, file), 'utf8')));
    return { added: await this.stories.addMissing(stories.map(storyOf), write) };
  }
}
