import {
  albumFields,
  type Fields,
  mediaFields,
  type OperationBody,
  personFields,
  type Proposal,
  type proposalOperations,
  type ProposalKind,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { expectVersion, invalidFields, type JsonText, jsonText, notFound, Problem } from '../../common/index.ts';
import { col, Database, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import { fieldChanges } from '../history/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { differences, lockAlbum, lockMedia, lockPerson } from '../records/index.ts';

type Values = Record<string, unknown>;
type Save = (slug: string, values: never, write: WriteRequest) => Promise<JsonText>;

/** Who asks: whether for all proposals, and otherwise for those of which account. */
interface Reader {
  all: boolean;
  accountId: number | null;
}

const COLUMNS = {
  proposal_id: col.int,
  kind: col.text,
  slug: col.text,
  title: col.text,
  account_id: col.int,
  proposed_by: col.text,
  proposed_at: col.text,
  state: col.text,
  reason: col.text.nullable(),
  decided_by: col.text.nullable(),
  decided_at: col.text.nullable(),
  accepted: col.array(col.text).nullable(),
  changes: col.json<Values>(),
  base: col.json<Values>(),
};
const SELECTED = `id as proposal_id, kind, slug, title, account_id, proposed_by, instant_text(proposed_at) as proposed_at, state, reason,
  decided_by, instant_text(decided_at) as decided_at, accepted, changes, base`;

const PROPOSE = statement(
  'proposal-propose',
  `insert into proposal as p (kind, slug, title, account_id, proposed_by, changes, base)
   select $1, $2, $3, a.id, $5, $6::jsonb, $7::jsonb from account a where a.id = $4
   on conflict (account_id, kind, slug) where state = 'open' do update set title = excluded.title,
     proposed_by = excluded.proposed_by, proposed_at = now(), changes = p.changes || excluded.changes, base = p.base || excluded.base
   returning id`,
  { id: col.int },
);
/** $1: whether those of all accounts. $2: an account. */
const LIST = statement(
  'proposals',
  `select ${SELECTED} from proposal where $1 or account_id = $2 order by state <> 'open', id desc limit 200`,
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

/** Reads and locks the values of a record. */
const LOCKS: Record<
  ProposalKind,
  (executor: StatementExecutor, slug: string, expected?: string) => Promise<{ values: object }>
> = {
  person: async (executor, slug, expected) => {
    const person = await lockPerson(executor, slug);
    expectVersion(expected, `${person.id}.${person.version}`, 'person');
    return person;
  },
  media: lockMedia,
  album: lockAlbum,
};
const FIELDS: Record<ProposalKind, Fields> = { person: personFields, media: mediaFields, album: albumFields };

/** What contributors save becomes a proposal, of which curators accept fields. */
@Injectable()
export class Proposals {
  readonly #saves = new Map<string, Save>();

  constructor(private readonly database: Database) {}

  /** Registers how a kind of record is saved. */
  handle<V>(kind: ProposalKind, save: (slug: string, values: V, write: WriteRequest) => Promise<JsonText>): void {
    this.#saves.set(kind, save as Save);
  }

  /** Saves an update; that of a contributor becomes a proposal. */
  async update(kind: ProposalKind, slug: string, values: object, write: WriteRequest): Promise<JsonText> {
    if (write.contributor === undefined) return this.#save(kind, slug, values, write);
    const { contributor, changedBy, expected } = write;
    return this.database.transaction(async (executor) => {
      const current = (await LOCKS[kind](executor, slug, expected)).values as Values;
      const { [`${kind}_slug`]: sentSlug = slug, ...fields } = values as Values;
      if (sentSlug !== slug) throw new Problem(422, 'The address of a record can’t be changed.');
      const changes = differences(current, fields);
      const names = Object.keys(changes);
      const others = names.filter((name) => !Object.hasOwn(FIELDS[kind], name) || !FIELDS[kind][name]?.form);
      if (others.length > 0)
        throw invalidFields(others.map((path) => ({ path, message: 'Only a curator can change this.' })));
      if (names.length === 0) throw new Problem(422, 'This changes nothing.');
      const base = Object.fromEntries(names.map((name) => [name, current[name] ?? null]));
      const title = String(current['title'] ?? current['full_name']);
      const proposal = [kind, slug, title, contributor, changedBy, JSON.stringify(changes), JSON.stringify(base)];
      const row = await executor.row(PROPOSE, proposal);
      if (!row) throw new Problem(401, 'Please sign in.');
      return jsonText(JSON.stringify({ proposed: true, proposal_id: row.id }), {
        status: 202,
        headers: { location: `/api/proposals/${row.id}` },
      });
    });
  }

  async list(reader: Reader): Promise<Proposal[]> {
    const rows = await this.database.rows(LIST, [reader.all, reader.accountId]);
    return rows.map((row) => proposalOf(row, reader));
  }

  async get(id: number, reader: Reader) {
    const row = await this.#row(id, reader);
    const kind = row.kind as ProposalKind;
    const now = await this.database
      .transaction((executor) => LOCKS[kind](executor, row.slug))
      .catch((error: unknown) => {
        if (error instanceof Problem && error.getStatus() === 404) return undefined;
        throw error;
      });
    const changed_since = now ? fieldChanges(kind, row.base, now.values as Values) : [];
    return { ...proposalOf(row, reader), exists: now !== undefined, changed_since };
  }

  async withdraw(id: number, accountId: number | null): Promise<void> {
    if ((await this.database.execute(WITHDRAW, [id, accountId])) === 0) throw notFound('There is no open proposal.');
  }

  /** Saves the accepted fields and the decision in one transaction. */
  async decide(
    id: number,
    { accept, reason = null, proposed_at }: OperationBody<typeof proposalOperations.decide>,
    by: Reader & { name: string },
  ): Promise<Proposal> {
    const { kind, slug, changes, proposed_by } = await this.#row(id, by);
    const accepted = Object.keys(changes).filter((name) => accept.includes(name));
    if (accepted.length < new Set(accept).size)
      throw invalidFields([{ path: 'accept', message: 'These fields aren’t proposed.' }]);
    if (accepted.length < Object.keys(changes).length && !reason?.trim())
      throw invalidFields([{ path: 'reason', message: 'Say why not everything is accepted.' }]);
    const state = accepted.length > 0 ? 'accepted' : 'rejected';
    const within = async (executor: StatementExecutor) => {
      const decision = [id, proposed_at, state, accepted, reason?.trim() || null, by.name];
      if ((await executor.execute(DECIDE, decision)) === 0)
        throw new Problem(409, 'This proposal has been changed or decided since you opened it.');
    };
    if (accepted.length === 0) await this.database.transaction(within);
    else
      await this.#save(kind as ProposalKind, slug, Object.fromEntries(accepted.map((name) => [name, changes[name]])), {
        // Names of accounts have no colon.
        changedBy: `${proposed_by} (accepted by: ${by.name})`,
        expected: undefined,
        idempotency: undefined,
        within,
      });
    return proposalOf(await this.#row(id, by), by);
  }

  async #row(id: number, { all, accountId }: Reader) {
    const row = await this.database.row(GET, [all, accountId, id]);
    if (!row) throw notFound('Proposal not found');
    return row;
  }

  #save(kind: ProposalKind, slug: string, values: object, write: WriteRequest): Promise<JsonText> {
    const save = this.#saves.get(kind);
    if (!save) throw new Error(`Nothing saves proposals of ${kind}.`);
    return save(slug, values as never, write);
  }
}

function proposalOf(row: RowOf<typeof COLUMNS>, { accountId }: Reader): Proposal {
  const { account_id, accepted, changes, base, ...rest } = row;
  const kind = rest.kind as ProposalKind;
  return {
    ...rest,
    kind,
    state: rest.state as Proposal['state'],
    own: account_id === accountId,
    changes: fieldChanges(kind, base, changes).map((change) => ({
      ...change,
      accepted: accepted?.includes(change.field) ?? null,
    })),
  };
}
