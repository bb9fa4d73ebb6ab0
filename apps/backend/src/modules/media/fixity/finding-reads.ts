import type { StorageFinding, StorageStatus } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type Page, page } from '../../../common/index.ts';
import { Database } from '../../../database/index.ts';

/** What was found and still is so: a file that has got a record since, or a record that has been given another, is settled. */
const OPEN = `
  from storage_finding f left join media m on m.id = f.media_id
  where case f.kind
    when 'unknown_file' then not is_known_file(f.storage_key)
      and not exists (select from storage_deletion d where d.storage_key = f.storage_key)
    when 'missing_file' then m.storage_key = f.storage_key
    else m.storage_key = f.storage_key and m.sha256 is distinct from f.sha256 end
  and ($1::text is null or f.kind = $1)`;

const FINDINGS = `
  select f.id, f.kind, f.storage_key path, media_url(f.storage_key) url, f.size, instant_text(f.modified_at) last_modified,
    f.content_type, f.refusal, encode(f.sha256, 'hex') sha256, instant_text(f.found_at) found_at,
    case when m.id is not null then json_build_object(
      'media_slug', m.slug, 'title', m.title, 'size', m.size, 'sha256', encode(m.sha256, 'hex')) end record,
    coalesce((
      select json_agg(json_build_object('path', o.storage_key, 'url', media_url(o.storage_key)) order by o.storage_key)
      from storage_finding o
      where m.id is not null and o.kind = 'unknown_file' and o.sha256 = m.sha256 and not is_known_file(o.storage_key)
        and not exists (select from storage_deletion d where d.storage_key = o.storage_key)), '[]') elsewhere,
    (select json_build_object('media_slug', s.slug, 'title', s.title)
      from media s where f.kind = 'unknown_file' and s.sha256 = f.sha256 order by s.id limit 1) same_as
  ${OPEN}
  order by f.storage_key, f.id limit $2 offset $3`;

const COUNTS = `select f.kind, count(*)::int total ${OPEN} group by f.kind`;

const LATEST = `
  select id, state, phase, files_seen, records_checked, records_total, bytes_read, bytes_total, requested_by, error,
    instant_text(started_at) started_at, instant_text(finished_at) finished_at
  from storage_check order by id desc limit 1`;

const COMPLETED = `
  select instant_text(max(finished_at)) at from storage_check where state = 'completed'`;

/** What looking through storage has found, read. */
@Injectable()
export class FindingReads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async status(): Promise<StorageStatus> {
    const [check, completed, counts] = await Promise.all([
      this.#database.row<NonNullable<StorageStatus['check']>>('storage-check-latest', LATEST),
      this.#database.row<{ at: string | null }>('storage-check-completed', COMPLETED),
      this.#database.rows<{ kind: StorageFinding['kind']; total: number }>('storage-findings-count', COUNTS, [null]),
    ]);
    const count = (kind: StorageFinding['kind']) => counts.find((one) => one.kind === kind)?.total ?? 0;
    return {
      check: check ?? null,
      last_completed_at: completed?.at ?? null,
      unknown_file: count('unknown_file'),
      missing_file: count('missing_file'),
      changed_file: count('changed_file'),
    };
  }

  async list(kind: StorageFinding['kind'] | undefined, limit: number, offset: number): Promise<Page<StorageFinding>> {
    const asked = kind ?? null;
    const [items, counts] = await Promise.all([
      this.#database.rows<StorageFinding>('storage-findings', FINDINGS, [asked, limit, offset]),
      this.#database.rows<{ total: number }>('storage-findings-count', COUNTS, [asked]),
    ]);
    return page(
      items,
      counts.reduce((sum, { total }) => sum + total, 0),
    );
  }
}
