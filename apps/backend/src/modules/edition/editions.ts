import {
  type Edition,
  EDITION_ACTIONS,
  type EditionPreview,
  type EditionStatus,
  type EditionWarning,
  LISTED_RECORDS,
  PUBLISHED_KINDS,
  type PublishedKind,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, Problem } from '../../common/index.ts';
import { afterCommit, col, type ColumnsOf, Database, type RowOf, statement } from '../../database/index.ts';
import { JobQueues } from '../../queues/index.ts';
import { IS_PUBLIC, PUBLIC_RECORDS } from './public-records.ts';

const EDITION = {
  number: col.int,
  state: col.text.as<Edition['state']>(),
  step: col.text,
  progress: col.int,
  counts: col.json<NonNullable<Edition['counts']>>().nullable(),
  error: col.text.nullable(),
  started_by: col.text,
  created_at: col.text,
  finished_at: col.text.nullable(),
} satisfies ColumnsOf<Edition>;
const EDITION_SQL = `number, state, step, progress, counts, error, started_by,
  instant_text(created_at) created_at, instant_text(finished_at) finished_at`;

const START = statement(
  'edition-start',
  `insert into edition (started_by) values ($1)
  on conflict ((true)) where state in ('waiting', 'running') do nothing returning ${EDITION_SQL}`,
  EDITION,
);
const LATEST = statement(
  'edition-latest',
  `select ${EDITION_SQL} from edition where state <> 'cancelled' order by edition.number desc limit 20`,
  EDITION,
);
const CURRENT = statement('edition-current', 'select current from edition_setting', { current: col.int.nullable() });
const RIGHTS = statement(
  'edition-rights',
  `select value, count(m.id) media_count, value = any(s.rights) published
  from edition_setting s cross join lateral (
    select unnest(s.rights) value union select distinct rights_key(rights) from media where rights is not null) used
  left join media m on rights_key(m.rights) = used.value
  group by value, s.rights order by media_count desc, value`,
  { value: col.text, media_count: col.int, published: col.bool },
);
const CHOOSE = statement(
  'edition-choose',
  `update edition_setting set current = $1
  where $1::int is null or exists (select from edition where number = $1 and state = 'completed')`,
);
const CHOOSE_RIGHTS = statement(
  'edition-choose-rights',
  'update edition_setting set rights = array(select rights_key(value) from unnest($1::text[]) value)',
);
const CANCEL = statement(
  'edition-cancel',
  `update edition set state = 'cancelled', updated_at = now(), finished_at = now() where state in ('waiting', 'running')`,
);

const ATTEMPT = { number: col.int, attempt: col.int };
export type Attempt = RowOf<typeof ATTEMPT>;
const STALLED = statement(
  'edition-stalled',
  `select number, attempt from edition
  where state in ('waiting', 'running') and updated_at < now() - make_interval(secs => $1)`,
  ATTEMPT,
);
const RETRY = statement(
  'edition-retry',
  `update edition set attempt = attempt + 1, updated_at = now()
  where number = $1 and attempt = $2 and state in ('waiting', 'running') returning number, attempt`,
  ATTEMPT,
);

const RECORD_ID = statement(
  'edition-record-id',
  `select case $1
    when 'voyage' then (select id from voyage where slug = $2)
    when 'person' then (select id from person where slug = $2)
    when 'media' then (select id from media where slug = $2)
    when 'album' then (select id from album where slug = $2)
    when 'place' then (select id from place where slug = $2) end id`,
  { id: col.int.nullable() },
);
const WITHHOLD = statement(
  'edition-withhold',
  'insert into edition_withheld (kind, record_id) values ($1, $2) on conflict do nothing',
);
const RELEASE = statement('edition-release', 'delete from edition_withheld where kind = $1 and record_id = $2');
const WITHHELD = statement(
  'edition-withheld',
  `select w.kind, coalesce(v.slug, p.slug, m.slug, a.slug, place.slug) slug,
    coalesce(v.title, p.full_name, m.title, a.title, place.name) title
  from edition_withheld w
  left join voyage v on w.kind = 'voyage' and v.id = w.record_id
  left join person p on w.kind = 'person' and p.id = w.record_id
  left join media m on w.kind = 'media' and m.id = w.record_id
  left join album a on w.kind = 'album' and a.id = w.record_id
  left join place on w.kind = 'place' and place.id = w.record_id
  where coalesce(v.id, p.id, m.id, a.id, place.id) is not null order by title`,
  { kind: col.text.as<PublishedKind>(), slug: col.text, title: col.text },
);

const LISTED = {
  kind: col.text.as<PublishedKind>(),
  reason: col.text,
  slug: col.text,
  title: col.text,
  count: col.int,
};
/** The first records of each kind and reason, with the number of all. */
const listed = (records: string) => `
  select kind, reason, slug, title, count from (
    select r.*, count(*) over (partition by kind, reason) count,
      row_number() over (partition by kind, reason order by title, slug) position
    from (${records}) r) numbered
  where position <= ${LISTED_RECORDS} order by kind, reason, position`;
const CHANGES = statement(
  'edition-changes',
  listed(`
    select coalesce(now.kind, before.kind) kind, coalesce(now.slug, before.slug) slug, coalesce(now.title, before.title) title,
      case when before.record_id is null then 'added' when now.record_id is null then 'withdrawn' else 'changed' end reason
    from (${PUBLIC_RECORDS}) now
    full join (
      select f.kind, f.record_id, f.slug, f.title, f.version from edition_file f, edition_setting s
      where f.edition = s.current and f.kind is not null) before
      on before.kind = now.kind and before.record_id = now.record_id
    where now.version is distinct from before.version or now.slug is distinct from before.slug`),
  LISTED,
  { prepare: false },
);
const WARNINGS = statement(
  'edition-warnings',
  listed(`
    select 'media' kind, m.slug, m.title, 'rights' reason from media m where not ${IS_PUBLIC.media}
      and not exists (select from edition_withheld w where w.kind = 'media' and w.record_id = m.id)
    union all select 'media', m.slug, m.title, 'no_preview' from media m where ${IS_PUBLIC.media}
      and not exists (select from derivative d where d.media_id = m.id and d.kind = 'thumbnail' and d.state = 'ready')
    union all select 'media', m.slug, m.title, 'no_alt_text' from media m where ${IS_PUBLIC.media}
      and m.media_type = 'image' and m.alt_text is null
    union all select 'person', p.slug, p.full_name, 'living_person' from person p where ${IS_PUBLIC.person}
      and p.death_year is null and p.birth_year > extract(year from now()) - 110`),
  LISTED,
  { prepare: false },
);
const TOTALS = statement(
  'edition-totals',
  `select kind, count(*) count from (${PUBLIC_RECORDS}) r group by kind`,
  { kind: col.text.as<PublishedKind>(), count: col.int },
  { prepare: false },
);

const BUSY = 'An edition is being published. Try again when it has finished.';
const NO_EDITION = 'There’s no completed edition with this number.';

const jobId = ({ number, attempt }: Attempt) => `edition-${number}-${attempt}`;

/** Editions, as curators see and change them. The table is the source of truth; jobs can be lost. */
@Injectable()
export class Editions {
  constructor(
    private readonly database: Database,
    private readonly queues: JobQueues,
  ) {}

  async status(): Promise<EditionStatus> {
    const [editions, { current }, rights] = await Promise.all([
      this.database.rows(LATEST),
      this.current(),
      this.database.rows(RIGHTS),
    ]);
    return { current, editions, rights };
  }

  /** The number of the edition that readers see; null while nothing is published. */
  async current(): Promise<{ current: number | null }> {
    return (await this.database.row(CURRENT)) ?? { current: null };
  }

  async preview(): Promise<EditionPreview> {
    const [changes, warnings, totals, withheld] = await Promise.all([
      this.database.rows(CHANGES),
      this.database.rows(WARNINGS),
      this.database.rows(TOTALS),
      this.database.rows(WITHHELD),
    ]);
    const counts = new Map(totals.map(({ kind, count }) => [kind, count]));
    const order = (reason: string) => EDITION_ACTIONS.findIndex((action) => action === reason);
    return {
      totals: Object.fromEntries(
        PUBLISHED_KINDS.map((kind) => [kind, counts.get(kind) ?? 0]),
      ) as EditionPreview['totals'],
      changes: grouped(changes)
        .toSorted((a, b) => order(a.reason) - order(b.reason))
        .map(({ reason, ...list }) => ({ ...list, action: reason as (typeof EDITION_ACTIONS)[number] })),
      warnings: grouped(warnings).map(({ reason, ...list }) => ({ ...list, warning: reason as EditionWarning })),
      withheld,
    };
  }

  /** @throws Problem 409 while another edition is being published */
  async publish(by: string): Promise<Edition> {
    await this.queues.ping();
    return this.database.transaction(async (executor) => {
      const started = await executor.row(START, [by]);
      if (!started) throw new Problem(409, BUSY);
      afterCommit(() => this.#add({ number: started.number, attempt: 1 }));
      return started;
    });
  }

  async cancel(): Promise<EditionStatus> {
    await this.database.execute(CANCEL);
    return this.status();
  }

  /** @throws Problem 404 for an edition that isn’t completed */
  async choose(number: number | null): Promise<EditionStatus> {
    if ((await this.database.execute(CHOOSE, [number])) === 0) throw notFound(NO_EDITION);
    return this.status();
  }

  async chooseRights(rights: readonly string[]): Promise<EditionStatus> {
    await this.database.execute(CHOOSE_RIGHTS, [rights]);
    return this.status();
  }

  /** @throws Problem 404 for an unknown record */
  async withhold(kind: PublishedKind, slug: string, withheld: boolean): Promise<void> {
    const { id } = (await this.database.row(RECORD_ID, [kind, slug])) ?? { id: null };
    if (id === null) throw notFound('There’s no such record.');
    await this.database.execute(withheld ? WITHHOLD : RELEASE, [kind, id]);
  }

  /** Requeues an edition that no worker is publishing. */
  async resume(lostSeconds = 60): Promise<void> {
    for (const stalled of await this.database.rows(STALLED, [lostSeconds])) {
      const state = await this.queues.state('edition-publish', jobId(stalled));
      if (state !== 'completed' && state !== 'failed' && state !== 'unknown') continue;
      const retried = await this.database.row(RETRY, [stalled.number, stalled.attempt]);
      if (retried) await this.#add(retried);
    }
  }

  #add(attempt: Attempt): Promise<void> {
    return this.queues.add('edition-publish', attempt, { id: jobId(attempt) });
  }
}

const grouped = (rows: readonly RowOf<typeof LISTED>[]) =>
  [...Map.groupBy(rows, ({ kind, reason }) => `${kind} ${reason}`).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const records = group.map(({ kind, slug, title }) => ({ kind, slug, title }));
    return [{ kind: first.kind, reason: first.reason, count: first.count, records }];
  });
