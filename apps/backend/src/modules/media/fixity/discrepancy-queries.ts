import { type Resolution, RESOLUTIONS, type StorageDiscrepancy, type StorageStatus } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type Page, page } from '../../../common/index.ts';
import { col, type ColumnsOf, Database, type RowOf, statement } from '../../../database/index.ts';

/** Checks `is_known_file` and pending cleanups as a set-based condition, because a function call takes a tenth of a millisecond per row. */
const isUnknown = (discrepancy: string) => `
  not exists (select from media k where k.storage_key = ${discrepancy}.storage_key)
  and not exists (select from derivative k where k.storage_key = ${discrepancy}.storage_key)
  and not exists (select from media_trash k where k.storage_key = ${discrepancy}.storage_key)
  and not exists (select from storage_cleanup k where k.storage_key = ${discrepancy}.storage_key)`;

/** Discrepancies that still exist. A discrepancy is resolved once its file has a record, or its record has another file. */
const OPEN = `
  from storage_discrepancy f left join media m on m.id = f.media_id
  where case f.kind
    when 'unknown_file' then ${isUnknown('f')}
    when 'missing_file' then m.storage_key = f.storage_key
    else m.storage_key = f.storage_key and m.sha256 is distinct from f.sha256 end`;

/** Unrecorded files with the same content as the original file of record `m`. */
const IDENTICAL_FILES = `
  from storage_discrepancy o
  where m.id is not null and o.kind = 'unknown_file' and o.sha256 = m.sha256 and ${isUnknown('o')}`;

/** Records with the same content as an unrecorded file. */
const FROM_SAME_CONTENT = `from media s where f.kind = 'unknown_file' and s.sha256 = f.sha256`;

/** The resolutions (`RESOLUTIONS` of the contract) that are safe for a discrepancy. */
const RESOLUTIONS_OF = `
  array_remove(case f.kind
    when 'unknown_file' then array[
      case when f.sha256 is not null and f.rejection is null and not exists (select ${FROM_SAME_CONTENT}) then 'add_to_library' end,
      case when f.sha256 is not null and not exists (select ${FROM_SAME_CONTENT} and exists (
        select from storage_discrepancy x where x.kind <> 'unknown_file' and x.storage_key = s.storage_key)) then 'remove_file' end]
    when 'missing_file' then array[case when exists (select ${IDENTICAL_FILES}) then 'relink' else 'remove_record' end]
    else array[case when f.sha256 is not null and f.rejection is null and f.content_type = m.content_type then 'keep_changed_file' end]
  end, null)`;

const DISCREPANCIES = statement(
  'discrepancies',
  `
  select f.id, f.kind, f.storage_key path, media_url(f.storage_key) url, f.size, instant_text(f.modified_at) last_modified,
    f.content_type, f.rejection, encode(f.sha256, 'hex') sha256, instant_text(f.found_at) found_at,
    case when m.id is not null then json_build_object(
      'media_slug', m.slug, 'title', m.title, 'size', m.size, 'sha256', encode(m.sha256, 'hex')) end record,
    coalesce((
      select json_agg(json_build_object('path', o.storage_key, 'url', media_url(o.storage_key)) order by o.storage_key)
      ${IDENTICAL_FILES}), '[]') elsewhere,
    (select json_build_object('media_slug', s.slug, 'title', s.title) ${FROM_SAME_CONTENT} order by s.id limit 1) same_as
  ${OPEN} and ($1::text is null or f.kind = $1) and ($4::text is null or $4 = any(${RESOLUTIONS_OF}))
  order by f.storage_key, f.id limit $2 offset $3`,
  {
    id: col.int,
    kind: col.text.as<StorageDiscrepancy['kind']>(),
    path: col.text,
    url: col.text,
    size: col.int.nullable(),
    last_modified: col.text.nullable(),
    content_type: col.text.nullable(),
    rejection: col.text.nullable(),
    sha256: col.text.nullable(),
    found_at: col.text,
    record: col.json<NonNullable<StorageDiscrepancy['record']>>().nullable(),
    elsewhere: col.json<StorageDiscrepancy['elsewhere']>(),
    same_as: col.json<NonNullable<StorageDiscrepancy['same_as']>>().nullable(),
  } satisfies ColumnsOf<StorageDiscrepancy>,
);

type StorageCheck = NonNullable<StorageStatus['check']>;

const COUNTED = {
  kind: col.text.as<StorageDiscrepancy['kind']>(),
  resolutions: col.array(col.text.as<Resolution>()),
  total: col.int,
};
/** Number of open discrepancies for a combination of kind and resolutions. */
type DiscrepancyCount = RowOf<typeof COUNTED>;

const COUNTS = statement(
  'discrepancies-counts',
  `select f.kind, ${RESOLUTIONS_OF} resolutions, count(*)::int total ${OPEN} group by 1, 2`,
  COUNTED,
);

const COUNT = statement(
  'discrepancies-count',
  `
  select count(*)::int total ${OPEN} and ($1::text is null or f.kind = $1) and ($2::text is null or $2 = any(${RESOLUTIONS_OF}))`,
  { total: col.int },
);

const OPEN_DISCREPANCY = {
  check_id: col.int,
  path: col.text,
  url: col.text,
  etag: col.text.nullable(),
  rejection: col.text.nullable(),
  media_slug: col.text.nullable(),
  resolutions: col.array(col.text.as<Resolution>()),
  /** Path of a file with the same content as the record's original. */
  elsewhere: col.text.nullable(),
  /** Title of a record with the same content. */
  same_as: col.text.nullable(),
};
/** An open discrepancy with the data for resolving it. */
export type OpenDiscrepancy = RowOf<typeof OPEN_DISCREPANCY>;

const TO_RESOLVE = statement(
  'discrepancies-to-resolve',
  `
  select f.check_id, f.storage_key path, media_url(f.storage_key) url, f.etag, f.rejection, m.slug media_slug, ${RESOLUTIONS_OF} resolutions,
    (select min(o.storage_key) ${IDENTICAL_FILES}) elsewhere, (select min(s.title) ${FROM_SAME_CONTENT}) same_as
  ${OPEN} and f.id = $1`,
  OPEN_DISCREPANCY,
);

const LATEST = statement(
  'storage-check-latest',
  `
  select id, state, phase, files_seen, records_checked, records_total, bytes_read, bytes_total, requested_by, error,
    instant_text(started_at) started_at, instant_text(finished_at) finished_at
  from storage_check order by id desc limit 1`,
  {
    id: col.int,
    state: col.text.as<StorageCheck['state']>(),
    phase: col.text.as<StorageCheck['phase']>(),
    files_seen: col.int,
    records_checked: col.int,
    records_total: col.int,
    bytes_read: col.int,
    bytes_total: col.int,
    requested_by: col.text.nullable(),
    error: col.text.nullable(),
    started_at: col.text,
    finished_at: col.text.nullable(),
  } satisfies ColumnsOf<StorageCheck>,
);

const COMPLETED = statement(
  'storage-check-completed',
  `
  select instant_text(max(finished_at)) at from storage_check where state = 'completed'`,
  { at: col.text.nullable() },
);

interface ListQuery {
  kind?: StorageDiscrepancy['kind'] | undefined;
  resolution?: Resolution | undefined;
  limit: number;
  offset: number;
}

/** Reads the results of storage checks. */
@Injectable()
export class DiscrepancyQueries {
  constructor(private readonly database: Database) {}

  async status(): Promise<StorageStatus> {
    const [check, completed, counts] = await Promise.all([
      this.database.row(LATEST),
      this.database.row(COMPLETED),
      this.database.rows(COUNTS),
    ]);
    const sum = (isCounted: (row: DiscrepancyCount) => boolean) =>
      counts.filter(isCounted).reduce((accumulated, { total }) => accumulated + total, 0);
    const count = (kind: StorageDiscrepancy['kind']) => sum((row) => row.kind === kind);
    return {
      check: check ?? null,
      last_completed_at: completed?.at ?? null,
      unknown_file: count('unknown_file'),
      missing_file: count('missing_file'),
      changed_file: count('changed_file'),
      resolved_by: Object.fromEntries(
        RESOLUTIONS.map((resolution) => [resolution, sum(({ resolutions }) => resolutions.includes(resolution))]),
      ) as StorageStatus['resolved_by'],
    };
  }

  async list({ kind, resolution, limit, offset }: ListQuery): Promise<Page<StorageDiscrepancy>> {
    const [items, count] = await Promise.all([
      this.database.rows(DISCREPANCIES, [kind ?? null, limit, offset, resolution ?? null]),
      this.database.row(COUNT, [kind ?? null, resolution ?? null]),
    ]);
    return page(items, count?.total ?? 0);
  }

  /** An open discrepancy with its possible resolutions; undefined if it is already resolved. */
  toResolve(id: number): Promise<OpenDiscrepancy | undefined> {
    return this.database.row(TO_RESOLVE, [id]);
  }
}
