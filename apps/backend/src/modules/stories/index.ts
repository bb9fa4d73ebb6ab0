import { storyOperations } from '@archive/contracts';
import { Controller, Module } from '@nestjs/common';
import { Contract, type OperationInput } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { Proposals, ProposalsModule } from '../proposals/index.ts';
import { StoryCommands } from './story-commands.ts';
import { StoryQueries } from './story-queries.ts';

type Input<K extends keyof typeof storyOperations> = OperationInput<(typeof storyOperations)[K]>;

@Controller()
export class StoriesController {
  constructor(
    private readonly queries: StoryQueries,
    private readonly commands: StoryCommands,
    private readonly proposals: Proposals,
  ) {
    proposals.handle('story', { create: commands.create.bind(commands), update: commands.update.bind(commands) });
  }

  @Contract(storyOperations.list)
  list({ query }: Input<'list'>) {
    return this.queries.list(query, 'published');
  }

  @Contract(storyOperations.records)
  records({ query }: Input<'records'>) {
    return this.queries.records(query.address ?? []);
  }

  @Contract(storyOperations.get)
  get({ params }: Input<'get'>) {
    return this.queries.get(params.slug, 'published');
  }

  @Contract(storyOperations.listAll)
  listAll({ query }: Input<'listAll'>) {
    return this.queries.list(query, 'all');
  }

  @Contract(storyOperations.open)
  open({ params }: Input<'open'>) {
    return this.queries.get(params.story_slug, 'all');
  }

  @Contract(storyOperations.create)
  create({ body }: Input<'create'>, @Write() write: WriteRequest) {
    return this.proposals.save('story', null, body, write);
  }

  @Contract(storyOperations.update)
  update({ params, body }: Input<'update'>, @Write() write: WriteRequest) {
    return this.proposals.save('story', params.story_slug, body, write);
  }

  @Contract(storyOperations.remove)
  remove({ params }: Input<'remove'>, @Write() write: WriteRequest) {
    return this.commands.remove(params.story_slug, write);
  }
}

@Module({
  imports: [ProposalsModule],
  controllers: [StoriesController],
  providers: [StoryQueries, StoryCommands],
  exports: [StoryCommands],
})
export class StoriesHttpModule {}

export { StoryCommands } from './story-commands.ts';
