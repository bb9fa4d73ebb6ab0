import type {
  FileMetadata,
  OperationResponse,
  MediaChanges,
  MediaValues,
  bulkMediaOperations,
} from '@archive/contracts';
import { pluralize } from '@archive/contracts/format';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import {
  col,
  type ColumnsOf,
  Database,
  type RowOf,
  statement,
  type StatementExecutor,
} from '../../../database/index.ts';
import { ChangeSet, updateMedia } from '../../records/index.ts';
import { type EditableFields, type EditableRecord, type FieldChange, planChanges } from './planned-changes.ts';
import { latestRevisions } from './bulk-media.ts';

type Outcome = OperationResponse<(typeof bulkMediaOperations)['update']>;

const EDITABLE = {
  title: col.text,
  media_type: col.text.as<EditableFields['media_type']>(),
  date: col.text.nullable(),
  credit: col.text.nullable(),
  description_markdown: col.text.nullable(),
  tags: col.array(col.text),
  alt_text: col.text.nullable(),
  rights: col.text.as<NonNullable<EditableFields['rights']>>().nullable(),
  rights_note: col.text.nullable(),
  creator: col.text.nullable(),
  place: col.text.nullable(),
  identifier: col.text.nullable(),
  provenance: col.text.nullable(),
} satisfies ColumnsOf<EditableFields>;

const ROW = {
  id: col.int,
  slug: col.text,
  version: col.text,
  suggested: col.json<FileMetadata>().nullable(),
  ...EDITABLE,
} satisfies ColumnsOf<EditableRecord & { id: number; slug: string; version: string }>;
type Row = RowOf<typeof ROW>;

interface Plan {
  row: Row;
  values: Partial<EditableFields>;
  fieldChanges: FieldChange[];
}

interface BulkUpdate {
  media: readonly { media_slug: string; version?: string | undefined }[];
  changes: MediaChanges;
  /** Preview only. */
  dryRun: boolean;
}

const MEDIA_TO_UPDATE = statement(
  'bulk-media-update-read',
  `
  select m.id, m.slug, m.id || '.' || m.version version, jsonb_strip_nulls(m.suggested) suggested, ${Object.keys(
    EDITABLE,
  )
    .map((name) => `m.${name}`)
    .join(', ')}
  from unnest($1::text[]) with ordinality requested(slug, at) join media m on m.slug = requested.slug order by requested.at`,
  ROW,
);

const LOCK = statement('bulk-media-update-lock', 'select id from media where slug = any($1) order by id for update');

/** Previews metadata updates of selected media items, and saves them in one transaction, which a single undo reverts. */
@Injectable()
export class BulkMediaUpdate {
  constructor(private readonly database: Database) {}

  /** @throws Problem 409 without saving anything if records were changed or deleted since the preview */
  update({ media, changes, dryRun }: BulkUpdate, changedBy: string): Promise<Outcome> {
    const versions = new Map(media.map(({ media_slug, version }) => [media_slug, version]));
    const slugs = [...versions.keys()];
    return this.database.transaction(async (executor) => {
      if (!dryRun) await executor.rows(LOCK, [slugs]);
      const rows = await executor.rows(MEDIA_TO_UPDATE, [slugs]);
      const existing = new Set(rows.map(({ slug }) => slug));
      const missing = slugs.filter((slug) => !existing.has(slug));
      if (!dryRun) rejectChanged(rows, versions, missing);
      const plans = rows
        .map((row): Plan => ({ row, ...planChanges(row, changes) }))
        .filter(({ fieldChanges }) => fieldChanges.length > 0);
      const revisions = dryRun ? new Map<string, number>() : await write(executor, plans, changedBy);
      return {
        changed: plans.map(({ row: { slug, title, version }, fieldChanges }) => ({
          media_slug: slug,
          title,
          version,
          revision: revisions.get(slug) ?? null,
          changes: fieldChanges,
        })),
        unchanged: rows.length - plans.length,
        missing,
      };
    });
  }
}

function rejectChanged(
  rows: readonly Row[],
  versions: ReadonlyMap<string, string | undefined>,
  missing: readonly string[],
): void {
  const otherMedia = rows
    .filter(({ slug, version }) => (versions.get(slug) ?? version) !== version)
    .map(({ slug }) => slug);
  const all = [...otherMedia, ...missing];
  if (all.length === 0) return;
  const subject = pluralize(all.length, 'One of these records has', `${all.length} of these records have`);
  throw new Problem(409, `${subject} been changed by someone else. Nothing was saved.`, {
    members: { media_slugs: all },
  });
}

async function write(
  executor: StatementExecutor,
  plans: readonly Plan[],
  changedBy: string,
): Promise<ReadonlyMap<string, number>> {
  if (plans.length === 0) return new Map();
  const changes = new ChangeSet(executor, { changedBy });
  await updateMedia(
    changes,
    plans.map(({ row, values }) => ({ ...(values as Partial<MediaValues>), id: row.id })),
  );
  await changes.save();
  const latest = await latestRevisions(
    executor,
    plans.map(({ row }) => row.slug),
  );
  return new Map(latest.map(({ media_slug, revision }) => [media_slug, revision]));
}
