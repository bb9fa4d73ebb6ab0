import {
  type OperationBody,
  PROPOSAL_KINDS,
  type Proposal,
  type ProposalKind,
  type proposalOperations,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { invalidFields, type JsonText, jsonText, notFound, Problem } from '../../common/index.ts';
import { col, Database, type RowOf, statement, type StatementExecutor, statementsFor } from '../../database/index.ts';
import { acceptedBy, fieldChanges, type Snapshot, titleOf } from '../history/index.ts';
import { type ChangedRecords, runOnce, type WriteRequest } from '../idempotency/index.ts';
import { snapshotsOf } from '../records/index.ts';
import {
  comparedIn,
  emptied,
  inUnits,
  type ProposedChange,
  proposedChanges,
  rejectLost,
  reviewedChange,
} from './proposal-changes.ts';
import { newPeopleOf, parsed, sentValues, unitOf, type Values } from './proposal-kinds.ts';

/** How the form of a kind of record is saved. */
interface Saves<C, U> {
  create?: (values: C, write: WriteRequest) => Promise<JsonText>;
  update: (slug: string, values: U, write: WriteRequest) => Promise<JsonText>;
}

/** Who asks: whether for all proposals, and otherwise for those of which account. */
interface Reader {
  all: boolean;
  accountId: number | null;
}

/** Open proposals of an account; more have to wait. */
const MAX_OPEN = 50;

const COLUMNS = {
  proposal_id: col.int,
  kind: col.text.as<ProposalKind>(),
  slug: col.text.nullable(),
  title: col.text,
  account_id: col.int,
  proposed_by: col.text,
  proposed_at: col.text,
  state: col.text.as<Proposal['state']>(),
  reason: col.text.nullable(),
  decided_by: col.text.nullable(),
  decided_at: col.text.nullable(),
  accepted: col.array(col.text).nullable(),
  is_new: col.bool,
  changes: col.json<ProposedChange[]>(),
};
const WITH_VALUES = { ...COLUMNS, values: col.json<Values>(), base: col.json<Snapshot>() };
const SELECTED = `id as proposal_id, kind, slug, title, account_id, proposed_by, instant_text(proposed_at) as proposed_at, state, reason,
  decided_by, instant_text(decided_at) as decided_at, accepted, is_new`;

const OPEN = statement(
  'proposal-open',
  `select id, instant_text(proposed_at) as proposed_at, values, base, changes from proposal
   where account_id = $1 and kind = $2 and slug = $3 and state = 'open'`,
  {
    id: col.int,
    proposed_at: col.text,
    values: col.json<Values>(),
    base: col.json<Snapshot>(),
    changes: col.json<ProposedChange[]>(),
  },
);
const COUNT_OPEN = statement(
  'proposals-open',
  `select count(*)::int as open from proposal where state = 'open' and ($1 or account_id = $2)`,
  { open: col.int },
);
/** $9: when the open proposal that this one includes was made. */
const PROPOSE = statement(
  'proposal-propose',
  `insert into proposal as p (kind, slug, is_new, title, account_id, proposed_by, values, base, changes)
   select $1, $2::text, $2::text is null, $3, a.id, $5, $6::jsonb, $7::jsonb, $8::jsonb from account a where a.id = $4
   on conflict (account_id, kind, slug) where state = 'open' do update set title = excluded.title, proposed_by = excluded.proposed_by,
     proposed_at = now(), values = excluded.values, base = excluded.base, changes = excluded.changes
     where instant_text(p.proposed_at) = $9
   returning id`,
  { id: col.int },
);
/** $1: whether those of all accounts. $2: an account. */
const LIST = statement(
  'proposals',
  `select ${SELECTED}, (select coalesce(jsonb_agg(c - 'after' order by at), '[]') from jsonb_array_elements(changes) with ordinality e (c, at)) as changes
   from proposal where $1 or account_id = $2 order by state <> 'open', id desc limit $3 offset $4`,
  COLUMNS,
);
const COUNT = statement('proposals-count', 'select count(*)::int as total from proposal where $1 or account_id = $2', {
  total: col.int,
});
const GET = statement(
  'proposal',
  `select ${SELECTED}, values, base, changes from proposal where id = $3 and ($1 or account_id = $2)`,
  WITH_VALUES,
);
const WITHDRAW = statement(
  'proposal-withdraw',
  `update proposal set state = 'withdrawn', decided_at = now() where id = $1 and account_id = $2 and state = 'open'`,
);
const DECIDE = statement(
  'proposal-decide',
  `update proposal set state = $3, accepted = $4, reason = $5, decided_by = $6, decided_at = now()
   where id = $1 and state = 'open' and instant_text(proposed_at) = $2`,
);
const CREATED = statement('proposal-created', 'update proposal set slug = $2 where id = $1');

const RECORD = statementsFor(PROPOSAL_KINDS, (kind) =>
  statement(`proposal-${kind}`, `select id from ${kind} where slug = $1`, { id: col.int }),
);

/** Ends the trial of a change, which saves nothing. */
class Tried extends Error {
  readonly title: string;
  readonly base: Snapshot;
  readonly changes: ProposedChange[];

  constructor(title: string, base: Snapshot, changes: ProposedChange[]) {
    super('Nothing is saved.');
    this.title = title;
    this.base = base;
    this.changes = changes;
  }
}

/** What contributors save becomes a proposal, of which curators accept fields. */
@Injectable()
export class Proposals {
  readonly #saves = new Map<ProposalKind, Saves<never, never>>();

  constructor(private readonly database: Database) {}

  /** Registers how a kind of record is saved. */
  handle<C, U>(kind: ProposalKind, saves: Saves<C, U>): void {
    this.#saves.set(kind, saves);
  }

  /** Saves the form of a record, or a new one without a slug; that of a contributor becomes a proposal. */
  async save(kind: ProposalKind, slug: string | null, input: object, write: WriteRequest): Promise<JsonText> {
    const { contributor, changedBy } = write;
    if (contributor === undefined) return this.#save(kind, slug, input, write);
    const sent = sentValues(kind, slug, input as Values);
    const own = { all: false, accountId: contributor };
    const open = slug === null ? undefined : await this.database.row(OPEN, [contributor, kind, slug]);
    if (!open && (await this.count(own)) >= MAX_OPEN)
      throw new Problem(409, `You have ${MAX_OPEN} open proposals. Wait until curators have reviewed some.`);
    const { expected, seen } = versionsIn(write.expected);
    const again = new Set(Object.keys(sent).map(unitOf));
    if (open && seen !== open.proposed_at) rejectLost(open, sent, again, expected !== undefined);
    // What is accepted together is sent together, so that a person chosen now, for example, replaces a new one.
    const earlier = Object.entries(open?.values ?? {}).filter(([name]) => !again.has(unitOf(name)));
    const values = { ...Object.fromEntries(earlier), ...sent };
    const tried = await this.#attempt(kind, slug, values, { ...write, expected });
    const isEarlier = (unit: string) => open !== undefined && !again.has(unit);
    // Fields that weren't sent again keep the values that their proposal was made from.
    const changes = tried.changes.map(
      (change) => (isEarlier(change.field) && open?.changes.find(({ field }) => field === change.field)) || change,
    );
    const base = {
      ...tried.base,
      ...Object.fromEntries(Object.entries(open?.base ?? {}).filter(([name]) => isEarlier(unitOf(name)))),
    };
    const { title } = tried;
    const units = new Set(changes.map(({ field }) => field));
    const proposed = Object.entries(values).filter(([name]) => slug === null || units.has(unitOf(name)));
    const { text, headers } = await this.database.transaction((executor) =>
      runOnce(executor, write.idempotency, async () => {
        const row = await executor.row(PROPOSE, [
          kind,
          slug,
          title,
          contributor,
          changedBy,
          JSON.stringify(Object.fromEntries(proposed)),
          JSON.stringify(base),
          JSON.stringify(changes),
          open?.proposed_at ?? '',
        ]);
        if (!row) throw new Problem(409, 'You have just proposed another change to this record. Try again.');
        return jsonText(JSON.stringify({ proposed: true, proposal_id: row.id }), {
          headers: { location: `/api/proposals/${row.id}` },
        });
      }),
    );
    return jsonText(text, { headers, status: 202 });
  }

  async list(reader: Reader, { limit, offset }: { limit: number; offset: number }) {
    const of = [reader.all, reader.accountId];
    const [rows, open, count] = await Promise.all([
      this.database.rows(LIST, [...of, limit, offset]),
      this.count(reader),
      this.database.row(COUNT, of),
    ]);
    return { open, total: count?.total ?? 0, proposals: rows.map((row) => proposalOf(row, reader)) };
  }

  /** What the account proposes for a record, for its form. People who don't exist yet are left out, with the list that they are in. */
  async own(kind: ProposalKind, slug: string, accountId: number | null) {
    const open = await this.database.row(OPEN, [accountId, kind, slug]);
    if (!open) return { proposal: null };
    const withNewPeople = new Set(newPeopleOf(open.values).map(({ unit }) => unit));
    const shown = open.changes.filter(({ field }) => !withNewPeople.has(field));
    const values = Object.assign({}, ...shown.map(({ after }) => after ?? {})) as Values;
    return { proposal: { proposal_id: open.id, proposed_at: open.proposed_at, values } };
  }

  async count({ all, accountId }: Reader): Promise<number> {
    return (await this.database.row(COUNT_OPEN, [all, accountId]))?.open ?? 0;
  }

  async get(id: number, reader: Reader) {
    const row = await this.#row(id, reader);
    const record = row.slug === null ? undefined : await this.database.row(RECORD[row.kind], [row.slug]);
    const now = record && (await snapshotsOf(this.database, row.kind, [record.id])).get(record.id);
    const current = (now ?? {}) as Snapshot;
    const texts = row.changes.map((change) => reviewedChange(row.kind, change, current, row.values));
    return {
      ...proposalOf({ ...row, changes: row.state === 'open' ? texts : row.changes }, reader),
      version: record && now ? `${record.id}.${String((now as Snapshot)['version'])}` : null,
      changed_since: now ? inUnits(fieldChanges(row.kind, row.base, now as Snapshot)) : [],
    };
  }

  async withdraw(id: number, accountId: number | null): Promise<void> {
    if ((await this.database.execute(WITHDRAW, [id, accountId])) === 0) throw notFound('There is no open proposal.');
  }

  /** Saves the accepted fields and the decision in one transaction. */
  async decide(
    id: number,
    { accept, reason, proposed_at, version }: OperationBody<typeof proposalOperations.decide>,
    by: Reader & { name: string },
  ): Promise<Proposal> {
    const { kind, slug, is_new, values, changes, proposed_by } = await this.#row(id, by);
    const units = changes.map(({ field }) => field);
    const accepted = units.filter((unit) => accept.includes(unit));
    if (accepted.length < new Set(accept).size)
      throw invalidFields([{ path: 'accept', message: 'These fields aren’t proposed.' }]);
    const why = reason?.trim() || null;
    if (accepted.length < units.length && why === null)
      throw invalidFields([{ path: 'reason', message: 'Say why not everything is accepted.' }]);
    const before = async (executor: StatementExecutor) => {
      const state = accepted.length > 0 ? 'accepted' : 'rejected';
      if ((await executor.execute(DECIDE, [id, proposed_at, state, accepted, why, by.name])) > 0) return;
      const current = await executor.row(GET, [true, null, id]);
      throw new Problem(409, whyNotOpen(current?.state, current?.decided_by));
    };
    if (accepted.length === 0) await this.database.transaction(before);
    else {
      const isSent = (name: string) =>
        is_new && !units.includes(unitOf(name)) ? true : accepted.includes(unitOf(name));
      const chosen = Object.fromEntries(Object.entries(values).filter(([name]) => isSent(name)));
      const target = is_new ? null : slug;
      await this.#save(kind, target, parsed(kind, target, chosen), {
        changedBy: acceptedBy(proposed_by, by.name),
        expected: version ? `"${version}"` : undefined,
        idempotency: undefined,
        before,
        after: async (executor, changed) => {
          if (is_new) await executor.execute(CREATED, [id, changed.first(kind)?.slug ?? null]);
        },
      });
    }
    return proposalOf(await this.#row(id, by), by);
  }

  async #row(id: number, { all, accountId }: Reader) {
    const row = await this.database.row(GET, [all, accountId, id]);
    if (!row) throw notFound('Proposal not found');
    return row;
  }

  /** Saves the values, compares the record before and after, and rolls back: so a proposal passes all checks of the form. */
  async #attempt(kind: ProposalKind, slug: string | null, values: Values, { changedBy, expected }: WriteRequest) {
    const after = async (executor: StatementExecutor, changed: ChangedRecords) => {
      const record = changed.first(kind);
      if (!record) throw new Tried('', {}, []);
      const now = ((await snapshotsOf(executor, kind, [record.id])).get(record.id) ?? {}) as Snapshot;
      const base = (record.before ?? emptied(now)) as Snapshot;
      throw new Tried(titleOf(now), comparedIn(base, values), proposedChanges(kind, base, now, values));
    };
    try {
      await this.#save(kind, slug, parsed(kind, slug, values), { changedBy, expected, idempotency: undefined, after });
    } catch (error) {
      if (!(error instanceof Tried)) throw error;
      if (error.changes.length === 0) throw new Problem(422, 'This changes nothing.');
      return error;
    }
    throw new Error('A trial was saved.');
  }

  #save(kind: ProposalKind, slug: string | null, values: object, write: WriteRequest): Promise<JsonText> {
    const saves = this.#saves.get(kind);
    if (slug !== null && saves) return saves.update(slug, values as never, write);
    if (!saves?.create) throw new Error(`Nothing saves proposals of ${kind}.`);
    return saves.create(values as never, write);
  }
}

function whyNotOpen(state: Proposal['state'] | undefined, decidedBy: string | null | undefined): string {
  if (state === 'open') return 'This proposal has been changed since you opened it. Review it again.';
  if (state === 'withdrawn') return 'This proposal has been withdrawn.';
  return `${decidedBy ?? 'Someone else'} has already ${state ?? 'decided'} this proposal.`;
}

/** The versions of the record, and of the own proposal, that a form was opened with. Only forms of contributors name both. */
function versionsIn(expected: string | undefined): { expected: string | undefined; seen: string | undefined } {
  const both = /^"([^"+]*)\+([^"]*)"$/.exec(expected ?? '');
  return both ? { expected: `"${both[1]}"`, seen: both[2] } : { expected, seen: undefined };
}

function proposalOf(row: RowOf<typeof COLUMNS>, { accountId }: Reader): Proposal {
  const { proposal_id, kind, slug, is_new, title, proposed_by, proposed_at, state, reason, decided_by, decided_at } =
    row;
  const { account_id, accepted, changes } = row;
  return {
    proposal_id,
    kind,
    slug,
    is_new,
    title,
    proposed_by,
    proposed_at,
    state,
    reason,
    decided_by,
    decided_at,
    own: account_id === accountId,
    changes: changes.map(({ field, label, from, to }) => {
      return { field, label, from, to, accepted: accepted?.includes(field) ?? null };
    }),
  };
}
