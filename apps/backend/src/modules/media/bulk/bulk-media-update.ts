import type { OperationResponse, MediaChanges, MediaValues, bulkMediaOperations } from '@archive/contracts';
import { pluralize } from '@archive/contracts/format';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { Database, type Statements } from '../../../database/index.ts';
import { ChangeSet, updateMedia } from '../../records/index.ts';
import { type EditableFields, type FieldChange, planChanges } from './planned-changes.ts';
import { latestRevisions } from './bulk-media.ts';

type Outcome = OperationResponse<(typeof bulkMediaOperations)['describe']>;

interface Row extends EditableFields {
  id: number;
  slug: string;
  version: string;
}

interface Plan {
  row: Row;
  values: Partial<EditableFields>;
  shown: FieldChange[];
}

interface Asked {
  media: readonly { media_slug: string; version?: string | undefined }[];
  changes: MediaChanges;
  /** Preview only. */
  dryRun: boolean;
}

const COLUMNS = [
  'title',
  'media_type',
  'date',
  'credit',
  'description_markdown',
  'tags',
  'alt_text',
  'rights',
  'rights_note',
];

const READ = `
  select m.id, m.slug, m.id || '.' || m.version version, ${COLUMNS.map((name) => `m.${name}`).join(', ')}
  from unnest($1::text[]) with ordinality asked(slug, at) join media m on m.slug = asked.slug order by asked.at`;

const LOCK = 'select id from media where slug = any($1) order by id for update';

/** Updates the metadata of selected media items: previewed first, then saved in one transaction that one undo reverts. */
@Injectable()
export class BulkMediaUpdate {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws Problem 409 when records were changed or deleted since the preview; nothing is saved then */
  update({ media, changes, dryRun }: Asked, changedBy: string): Promise<Outcome> {
    const versions = new Map(media.map(({ media_slug, version }) => [media_slug, version]));
    const slugs = [...versions.keys()];
    return this.#database.transaction(async (statements) => {
      if (!dryRun) await statements.rows('bulk-media-update-lock', LOCK, [slugs]);
      const rows = await statements.rows<Row>('bulk-media-update-read', READ, [slugs]);
      const there = new Set(rows.map(({ slug }) => slug));
      const missing = slugs.filter((slug) => !there.has(slug));
      if (!dryRun) rejectChanged(rows, versions, missing);
      const plans = rows
        .map((row): Plan => ({ row, ...planChanges(row, changes) }))
        .filter(({ shown }) => shown.length > 0);
      const revisions = dryRun ? new Map<string, number>() : await write(statements, plans, changedBy);
      return {
        changed: plans.map(({ row: { slug, title, version }, shown }) => ({
          media_slug: slug,
          title,
          version,
          revision: revisions.get(slug) ?? null,
          changes: shown,
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
  const others = rows
    .filter(({ slug, version }) => (versions.get(slug) ?? version) !== version)
    .map(({ slug }) => slug);
  const all = [...others, ...missing];
  if (all.length === 0) return;
  const which = pluralize(all.length, 'One of these records has', `${all.length} of these records have`);
  throw new Problem(409, `${which} been changed by someone else. Nothing was saved.`, {
    members: { media_slugs: all },
  });
}

async function write(
  statements: Statements,
  plans: readonly Plan[],
  changedBy: string,
): Promise<ReadonlyMap<string, number>> {
  if (plans.length === 0) return new Map();
  const changes = new ChangeSet(statements, { changedBy });
  await updateMedia(
    changes,
    plans.map(({ row, values }) => ({ ...(values as Partial<MediaValues>), id: row.id })),
  );
  await changes.save();
  const latest = await latestRevisions(
    statements,
    plans.map(({ row }) => row.slug),
  );
  return new Map(latest.map(({ media_slug, revision }) => [media_slug, revision]));
}
