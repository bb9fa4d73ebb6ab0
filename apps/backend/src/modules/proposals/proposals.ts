import {
  albumFields,
  albumOperations,
  type FieldChange,
  type Fields,
  mediaFields,
  mediaOperations,
  type OperationBody,
  PROPOSAL_KINDS,
  peopleOperations,
  personFields,
  presidentFields,
  type Proposal,
  type ProposalKind,
  type proposalOperations,
  voyageFields,
  voyageOperations,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { invalidFields, type JsonText, jsonText, notFound, parseOrReject, Problem } from '../../common/index.ts';
import { col, Database, type RowOf, statement, type StatementExecutor, statementsFor } from '../../database/index.ts';
import { acceptedBy, fieldChanges, type Snapshot, titleOf } from '../history/index.ts';
import { type ChangedRecords, runOnce, type WriteRequest } from '../idempotency/index.ts';
import { snapshotsOf } from '../records/index.ts';

type Values = Record<string, unknown>;

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

interface Kind {
  fields: Fields;
  /** What a form can send besides the fields. */
  others: readonly string[];
  create?: z.ZodType;
  update: z.ZodType;
}

const KINDS: Record<ProposalKind, Kind> = {
  voyage: {
    fields: voyageFields,
    others: [
      'start_date_written',
      'end_date_written',
      'president_slug_from_voyage',
      'new_president',
      'aboard',
      'new_passengers',
    ],
    create: voyageOperations.create.body,
    update: voyageOperations.update.body,
  },
  person: {
    fields: personFields,
    others: ['person_slug'],
    create: peopleOperations.create.body,
    update: peopleOperations.update.body,
  },
  media: { fields: mediaFields, others: [], update: mediaOperations.update.body },
  album: {
    fields: albumFields,
    others: ['voyage_slug'],
    create: albumOperations.create.body,
    update: albumOperations.update.body,
  },
};

/** What a curator accepts together, by the names that requests and history have. */
const TOGETHER = new Map([
  ['start_date_written', 'start_date'],
  ['end_date_written', 'end_date'],
  ['president_slug_from_voyage', 'president_name'],
  ['new_president', 'president_name'],
  ['aboard', 'passengers'],
  ['new_passengers', 'passengers'],
]);
const unitOf = (name: string) => TOGETHER.get(name) ?? name;

/** Open proposals of an account; more have to wait. */
const MAX_OPEN = 200;

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
  values: col.json<Values>(),
  base: col.json<Snapshot>(),
  changes: col.json<FieldChange[]>(),
};
const SELECTED = `id as proposal_id, kind, slug, title, account_id, proposed_by, instant_text(proposed_at) as proposed_at, state, reason,
  decided_by, instant_text(decided_at) as decided_at, accepted, is_new, values, base, changes`;

const OPEN = statement(
  'proposal-open',
  `select instant_text(proposed_at) as proposed_at, values from proposal
   where account_id = $1 and kind = $2 and slug = $3 and state = 'open'`,
  { proposed_at: col.text, values: col.json<Values>() },
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
  `select ${SELECTED} from proposal where $1 or account_id = $2 order by state <> 'open', id desc limit $3`,
  COLUMNS,
);
const GET = statement(
  'proposal',
  `select ${SELECTED} from proposal where id = $3 and ($1 or account_id = $2)`,
  COLUMNS,
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
  readonly changes: FieldChange[];

  constructor(title: string, base: Snapshot, changes: FieldChange[]) {
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
  async save(kind: ProposalKind, slug: string | null, values: object, write: WriteRequest): Promise<JsonText> {
    const { contributor, changedBy } = write;
    if (contributor === undefined) return this.#save(kind, slug, values, write);
    const sent = sentValues(kind, slug, values as Values);
    const own = { all: false, accountId: contributor };
    const open = slug === null ? undefined : await this.database.row(OPEN, [contributor, kind, slug]);
    if (!open && (await this.count(own)) >= MAX_OPEN)
      throw new Problem(409, `You have ${MAX_OPEN} open proposals. Wait until curators have reviewed some.`);
    const tried = await this.#attempt(kind, slug, { ...open?.values, ...sent }, write);
    const { title, base, changes } = tried;
    const units = new Set(changes.map(({ field }) => field));
    const proposed = Object.entries({ ...open?.values, ...sent }).filter(
      ([name]) => slug === null || units.has(unitOf(name)),
    );
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

  async list(reader: Reader, limit: number) {
    const [rows, open] = await Promise.all([
      this.database.rows(LIST, [reader.all, reader.accountId, limit]),
      this.count(reader),
    ]);
    return { open, proposals: rows.map((row) => proposalOf(row, reader)) };
  }

  async count({ all, accountId }: Reader): Promise<number> {
    return (await this.database.row(COUNT_OPEN, [all, accountId]))?.open ?? 0;
  }

  async get(id: number, reader: Reader) {
    const row = await this.#row(id, reader);
    const record = row.slug === null ? undefined : await this.database.row(RECORD[row.kind], [row.slug]);
    const now = record && (await snapshotsOf(this.database, row.kind, [record.id])).get(record.id);
    return {
      ...proposalOf(row, reader),
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
      // A generated title, for example, isn't proposed.
      const units = new Set(Object.keys(values).map(unitOf));
      const changes = inUnits(fieldChanges(kind, base, now))
        .filter(({ field }) => units.has(field))
        .map((change) => withNewPeople(change, values));
      const compared = Object.entries(base).filter(([name]) => units.has(unitOf(name)));
      throw new Tried(titleOf(now), Object.fromEntries(compared), changes);
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

const isBlank = (value: unknown) =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** What a contributor sent: only what a form has. @throws 422 for another field */
function sentValues(kind: ProposalKind, slug: string | null, values: Values): Values {
  const { fields, others } = KINDS[kind];
  const sent = Object.entries(values).filter(([name, value]) => {
    if (value === undefined || (name === 'person_slug' && value === slug)) return false;
    // A new album comes last.
    if (slug === null && name === 'sort_order') return false;
    // Requests have these with and without a value.
    return slug !== null && !name.startsWith('new_') ? true : !isBlank(value);
  });
  const inForm = (name: string, of: Fields) => Object.hasOwn(of, name) && of[name]?.form === true;
  const proposed = Object.fromEntries(sent);
  const rejected = [
    ...Object.keys(proposed).filter((name) => !inForm(name, fields) && !others.includes(name)),
    ...newPeopleOf(proposed).flatMap(({ path, person }) =>
      Object.keys(person)
        .filter((name) => !isBlank(person[name] ?? null) && !inForm(name, PEOPLE) && !name.endsWith('_slug'))
        .map((name) => `${path}.${name}`),
    ),
  ];
  if (rejected.length > 0)
    throw invalidFields(rejected.map((path) => ({ path, message: 'Only a curator can change this.' })));
  return proposed;
}

/** What is stored as the input of the form's operation, checked again. */
function parsed(kind: ProposalKind, slug: string | null, values: Values): object {
  const { create, update } = KINDS[kind];
  return parseOrReject(slug === null && create ? create : update, values) as object;
}

/** A snapshot without values, to compare a new record with. */
const emptied = (snapshot: Snapshot): Snapshot =>
  Object.fromEntries(Object.entries(snapshot).map(([name, value]) => [name, Array.isArray(value) ? [] : null]));

/** One entry for what is accepted together. What a new record doesn’t have isn’t a change. */
function inUnits(changes: readonly FieldChange[]): FieldChange[] {
  const units = new Map<string, FieldChange>();
  for (const change of changes) {
    const field = unitOf(change.field);
    if (!units.has(field) && !(change.from === '' && change.to === 'no')) units.set(field, { ...change, field });
  }
  return [...units.values()];
}

/** People who are created with a voyage. */
const newPeopleOf = (values: Values): { unit: string; path: string; person: Values }[] => [
  ...((values['new_passengers'] ?? []) as { person: Values }[]).map(({ person }, index) => ({
    unit: 'passengers',
    path: `new_passengers.${index}.person`,
    person,
  })),
  ...(values['new_president']
    ? [{ unit: 'president_name', path: 'new_president', person: values['new_president'] as Values }]
    : []),
];

const PEOPLE: Fields = { ...personFields, ...presidentFields };

/** Adds what is proposed about new people, whose names alone are in the list of the voyage. */
const withNewPeople = (change: FieldChange, values: Values): FieldChange => ({
  ...change,
  to: [
    change.to,
    ...newPeopleOf(values)
      .filter(({ unit }) => unit === change.field)
      .map(({ person }) => {
        const facts = Object.entries(PEOPLE)
          .filter(([name]) => !isBlank(person[name] ?? null))
          .map(([name, { label }]) => `${label}: ${String(person[name] as string)}`);
        return `New person: ${facts.join(', ')}`;
      }),
  ].join('\n'),
});

function whyNotOpen(state: Proposal['state'] | undefined, decidedBy: string | null | undefined): string {
  if (state === 'open') return 'This proposal has been changed since you opened it. Review it again.';
  if (state === 'withdrawn') return 'This proposal has been withdrawn.';
  return `${decidedBy ?? 'Someone else'} has already ${state ?? 'decided'} this proposal.`;
}

function proposalOf(row: RowOf<typeof COLUMNS>, { accountId }: Reader): Proposal {
  const { account_id, accepted, changes, base: _, values: __, ...rest } = row;
  return {
    ...rest,
    own: account_id === accountId,
    changes: changes.map((change) => ({ ...change, accepted: accepted?.includes(change.field) ?? null })),
  };
}
