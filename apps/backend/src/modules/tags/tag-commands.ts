import {
  MAX_TAGGED,
  type OperationBody,
  type OperationResponse,
  type Tag,
  type TaggedRevision,
  type tagOperations,
} from '@archive/contracts';
import { formatNumber } from '@archive/contracts/format';
import { Injectable } from '@nestjs/common';
import { invalidFields, notFound } from '../../common/index.ts';
import {
  type ColumnsOf,
  Database,
  type StatementExecutor,
  col,
  statement,
  statementsFor,
} from '../../database/index.ts';
import { type ChangeSet, changeRecords, updateMedia, updatePeople } from '../records/index.ts';

type Operations = typeof tagOperations;
type Kind = TaggedRevision['kind'];

const KINDS: readonly Kind[] = ['media', 'person'];

/** $1: tags. $2: the tag that replaces them and its other spellings on a record. The order of a record's tags doesn't change. */
const LOCK = statementsFor(KINDS, (kind) =>
  statement(
    `tags-lock-${kind}`,
    `
    select r.id, r.slug, array(
        select case when fold(entry.tag) = any(array(select fold(t) from unnest($1::text[] || $2::text) t)) then $2 else entry.tag end
        from unnest(r.tags) with ordinality entry(tag, position) order by entry.position) tags
    from ${kind} r
    where exists (select from unnest(r.tags) entry(tag) where fold(entry.tag) in (select fold(t) from unnest($1::text[]) t) and entry.tag <> $2)
    order by r.id for update`,
    { id: col.int, slug: col.text, tags: col.array(col.text) },
  ),
);

const LATEST = statement(
  'tags-latest-revisions',
  `select kind, slug, max(revision) revision from history
  where (kind, slug) in (select r.kind, r.slug from jsonb_to_recordset($1::jsonb) as r(kind text, slug text))
  group by kind, slug order by kind, slug`,
  { kind: col.text.as<Kind>(), slug: col.text, revision: col.int },
);

const LOCK_CHANGED = statementsFor(KINDS, (kind) =>
  statement(
    `tags-lock-changed-${kind}`,
    `select id from ${kind} where slug in (select r.slug from jsonb_to_recordset($1::jsonb) as r(slug text)) order by id for update`,
  ),
);

/** The tags before a revision, for records that haven't changed since. */
const PREVIOUS_TAGS = statementsFor(KINDS, (kind) =>
  statement(
    `tags-before-${kind}`,
    `
    select r.id, h.before -> 'tags' tags
    from jsonb_to_recordset($1::jsonb) as requested(slug text, revision int)
    join ${kind} r on r.slug = requested.slug
    join history h on h.kind = '${kind}' and h.slug = requested.slug and h.revision = requested.revision
    where (h.before -> 'keys' ->> '${kind}')::int = r.id and not exists (
      select from history later where later.kind = h.kind and later.slug = h.slug and later.revision > h.revision)
    order by r.id`,
    { id: col.int, tags: col.json<string[]>() },
  ),
);

const update = async (changes: ChangeSet, kind: Kind, rows: readonly { id: number; tags: string[] }[]) =>
  kind === 'media' ? updateMedia(changes, rows) : updatePeople(changes, rows);

/** Renames and merges tags on all records. */
@Injectable()
export class TagCommands {
  constructor(private readonly database: Database) {}

  /** @throws Problem 404 if no record has any of the tags, 422 if too many records have them */
  rename({ tags, to }: OperationBody<Operations['rename']>, changedBy: string): Promise<RenameResult> {
    return changeRecords(this.database, { changedBy }, async (changes) => {
      const { executor } = changes;
      const renamed: Pick<TaggedRevision, 'kind' | 'slug'>[] = [];
      for (const kind of KINDS) {
        const rows = await executor.rows(LOCK[kind], [tags, to]);
        renamed.push(...rows.map(({ slug }) => ({ kind, slug })));
        if (renamed.length > MAX_TAGGED) throw invalidFields([{ path: 'tags', message: TOO_MANY }]);
        await update(
          changes,
          kind,
          rows.map((row) => ({ id: row.id, tags: [...new Set(row.tags)] })),
        );
      }
      if (renamed.length === 0) throw notFound('No record has this tag.');
      await changes.save();
      return { changed: await latest(executor, renamed) };
    });
  }

  /** Restores the tags. Records that have been changed or deleted since are left unchanged. */
  undo({ changed }: OperationBody<Operations['undo']>, changedBy: string): Promise<UndoResult> {
    return changeRecords(this.database, { changedBy }, async (changes) => {
      let restored = 0;
      for (const kind of KINDS) {
        const requested = changed.filter((item) => item.kind === kind);
        // Waits for concurrent changes to be saved, so that the query below finds their revisions.
        await changes.executor.execute(LOCK_CHANGED[kind], [JSON.stringify(requested)]);
        const rows = await changes.executor.rows(PREVIOUS_TAGS[kind], [JSON.stringify(requested)]);
        await update(changes, kind, rows);
        restored += rows.length;
      }
      return { restored, left: changed.length - restored };
    });
  }
}

type RenameResult = OperationResponse<Operations['rename']>;
type UndoResult = OperationResponse<Operations['undo']>;

const TOO_MANY = `More than ${formatNumber(MAX_TAGGED)} records have these tags. Rename fewer tags at a time.`;

const latest = (executor: StatementExecutor, records: readonly Pick<TaggedRevision, 'kind' | 'slug'>[]) =>
  executor.rows(LATEST, [JSON.stringify(records)]);

const TAGS = statement(
  'tags',
  `
  select mode() within group (order by used.tag) tag, count(distinct used.media_id) media_count, count(distinct used.person_id) people_count
  from (
    select tag, m.id media_id, null::int person_id from media m cross join unnest(m.tags) tag
    union all select tag, null, p.id from person p cross join unnest(p.tags) tag) used
  group by fold(used.tag) order by fold(used.tag) collate natural_order`,
  { tag: col.text, media_count: col.int, people_count: col.int } satisfies ColumnsOf<Tag>,
);

/** Reads the tags in use. */
@Injectable()
export class TagQueries {
  constructor(private readonly database: Database) {}

  list(): Promise<Tag[]> {
    return this.database.rows(TAGS);
  }
}
