import type { CallAnswer, MediaChanges, severalMediaCalls } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { Database, type Statements } from '../../../database/index.ts';
import { snapshotsOf, writeRevisions } from '../../history/index.ts';
import { type Described, type FieldChange, planned } from './planned-changes.ts';
import { latestRevisions } from './several-media.ts';

type Outcome = CallAnswer<(typeof severalMediaCalls)['describe']>;

interface Row extends Described {
  id: number;
  slug: string;
  version: string;
}

interface Plan {
  row: Row;
  values: Partial<Described>;
  shown: FieldChange[];
}

interface Asked {
  media: readonly { media_slug: string; version?: string | undefined }[];
  changes: MediaChanges;
  /** Only looked at. */
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

const HOLD = 'select id from media where slug = any($1) order by id for update';

const WRITE = `
  update media m
  set (${COLUMNS.join(', ')}) = (
      select ${COLUMNS.map((name) => `n.${name}`).join(', ')} from jsonb_populate_record(m, one.change -> 'values') n),
    version = m.version + 1, updated_at = now()
  from jsonb_array_elements($1::jsonb) one(change)
  where m.id = (one.change ->> 'id')::int`;

/** What is said of several media at once: looked at first, then written as one change that one step brings back. */
@Injectable()
export class DescribeMedia {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws the 409 of records that are other than they were seen, or gone; then nothing has changed */
  describe({ media, changes, dryRun }: Asked, changedBy: string): Promise<Outcome> {
    const seen = new Map(media.map(({ media_slug, version }) => [media_slug, version]));
    const slugs = [...seen.keys()];
    return this.#database.transaction(async (statements) => {
      if (!dryRun) await statements.rows('media-describe-hold', HOLD, [slugs]);
      const rows = await statements.rows<Row>('media-describe-read', READ, [slugs]);
      const there = new Set(rows.map(({ slug }) => slug));
      const missing = slugs.filter((slug) => !there.has(slug));
      if (!dryRun) refuseOthers(rows, seen, missing);
      const plans = rows
        .map((row): Plan => ({ row, ...planned(row, changes) }))
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

function refuseOthers(rows: readonly Row[], seen: ReadonlyMap<string, string | undefined>, missing: readonly string[]) {
  const others = rows.filter(({ slug, version }) => (seen.get(slug) ?? version) !== version).map(({ slug }) => slug);
  const all = [...others, ...missing];
  if (all.length === 0) return;
  const which = all.length === 1 ? 'One of these records has' : `${all.length} of these records have`;
  throw new Problem(409, `${which} been changed by someone else meanwhile. Nothing was changed.`, {
    members: { media_slugs: all },
  });
}

async function write(
  statements: Statements,
  plans: readonly Plan[],
  changedBy: string,
): Promise<ReadonlyMap<string, number>> {
  if (plans.length === 0) return new Map();
  const before = await snapshotsOf(
    statements,
    'media',
    plans.map(({ row }) => row.id),
  );
  const changes = plans.map(({ row, values }) => ({ id: row.id, values }));
  await statements.change('media-describe-write', WRITE, [JSON.stringify(changes)]);
  const revisions = plans.map(({ row: { id, slug } }) => {
    return { kind: 'media', slug, action: 'update', before: before.get(id) ?? null } as const;
  });
  await writeRevisions(statements, revisions, { changedBy });
  const latest = await latestRevisions(
    statements,
    plans.map(({ row }) => row.slug),
  );
  return new Map(latest.map(({ media_slug, revision }) => [media_slug, revision]));
}
