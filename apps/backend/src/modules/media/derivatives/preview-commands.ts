import { mediaViewOperations } from '@archive/contracts';
import { Controller, Injectable } from '@nestjs/common';
import { Contract, type OperationInput, Problem, notFound } from '../../../common/index.ts';
import { Database, col, statement } from '../../../database/index.ts';
import { DerivativeTasks, isRenderable } from './derivative-tasks.ts';

const FIND = statement(
  'previews-find',
  'select id, content_type from media where slug = $1 and storage_key is not null',
  { id: col.int, content_type: col.text.nullable() },
);

/** Regenerates the previews of a file. */
@Injectable()
export class PreviewCommands {
  constructor(
    private readonly database: Database,
    private readonly tasks: DerivativeTasks,
  ) {}

  /** @throws Problem 404 without a record or file, 415 if this type of file has no preview */
  rebuild(slug: string): Promise<{ state: 'waiting' }> {
    return this.database.transaction(async (executor) => {
      const media = await executor.row(FIND, [slug]);
      if (!media) throw notFound('Media not found in database.');
      if (!isRenderable(media.content_type ?? ''))
        throw new Problem(415, 'Previews aren’t available for this type of file.');
      await this.tasks.request(executor, media.id, media.content_type ?? '', `-${Date.now()}`);
      return { state: 'waiting' };
    });
  }
}

@Controller()
export class PreviewController {
  constructor(private readonly previews: PreviewCommands) {}

  @Contract(mediaViewOperations.rebuild)
  rebuild({ params }: OperationInput<typeof mediaViewOperations.rebuild>) {
    return this.previews.rebuild(params.media_slug);
  }
}
