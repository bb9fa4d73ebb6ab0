import { editorOperations } from '@archive/contracts';
import { Controller, Injectable, Module } from '@nestjs/common';
import { Contract, type OperationInput } from '../../common/index.ts';
import { col, Database, statement } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';
import { Username } from '../auth/index.ts';

/** A form reports more often. A tab that was closed or crashed is therefore not listed for longer than this and one report of the others. */
const EXPIRES = `interval '20 seconds'`;

const REPORT = statement(
  'editor-report',
  `with report as (
     insert into record_editor (kind, slug, name) values ($1, $2, $3)
     on conflict (kind, slug, name) do update set reported_at = now())
   select name from record_editor
   where kind = $1 and slug = $2 and name <> $3 and reported_at > now() - ${EXPIRES} order by name`,
  { name: col.text },
);
const LEAVE = statement('editor-leave', 'delete from record_editor where kind = $1 and slug = $2 and name = $3');
const DELETE_EXPIRED = statement(
  'editors-delete-expired',
  `delete from record_editor where reported_at < now() - ${EXPIRES}`,
);

/** Who has a form open. By name, so that two tabs of one person count once. */
@Controller()
class EditorsController {
  constructor(private readonly database: Database) {}

  @Contract(editorOperations.report)
  async report({ params }: OperationInput<typeof editorOperations.report>, @Username() username: string) {
    const rows = await this.database.rows(REPORT, [params.kind, params.slug, username]);
    return { names: rows.map(({ name }) => name) };
  }

  @Contract(editorOperations.leave)
  async leave({ params }: OperationInput<typeof editorOperations.leave>, @Username() username: string) {
    await this.database.execute(LEAVE, [params.kind, params.slug, username]);
  }
}

/** Deletes the reports of forms that are no longer open. Runs in the worker. */
@Injectable()
class ExpiredEditors {
  constructor(database: Database, retention: Retention) {
    retention.enforce('editors', () => database.execute(DELETE_EXPIRED));
  }
}

@Module({ controllers: [EditorsController] })
export class EditorsHttpModule {}

@Module({ providers: [ExpiredEditors] })
export class EditorsWorkerModule {}
