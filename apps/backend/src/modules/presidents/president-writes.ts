import type { PresidentWrite } from '@archive/contracts';
import { personSlug } from '@archive/voyage-document';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  type Expected,
  expectVersion,
  type JsonText,
  type KeyedRequest,
  notFound,
  onceOnly,
  Problem,
  withHeaders,
} from '../../common/index.ts';
import { Database, freeSlug } from '../../database/index.ts';
import { type NewRevision, snapshotOf, writeRevisions } from '../history/index.ts';
import {
  givenSlug,
  Person,
  personValues,
  requireOwnArticle,
  requireSameSlug,
  RESERVED_SLUGS,
} from '../people/index.ts';
import { personInOffice, requireNoOffice } from './person-in-office.ts';
import { PresidentReads } from './president-reads.ts';
import { President } from './president.entity.ts';

const NEEDED = `
  select (select count(*)::int from voyage v where v.president_id = $1) voyages,
    (select count(*)::int from media m where m.president_id = $1) media`;

const SLUG = 'president_slug';

interface Held {
  person: Person;
  president: President;
}

/** Presidents and owners, written: the person and what makes a president of them, each with its revision. */
@Injectable()
export class PresidentWrites {
  readonly #database: Database;
  readonly #reads: PresidentReads;

  constructor(database: Database, reads: PresidentReads) {
    this.#database = database;
    this.#reads = reads;
  }

  /** Makes the person with the president, under one address, unless the person is in the archive already. */
  create(write: PresidentWrite, changedBy: string, once?: KeyedRequest): Promise<JsonText> {
    return this.#database.write((em, statements) =>
      onceOnly(statements, once, async () => {
        const given = givenSlug(write.president_slug, SLUG);
        const known = await personInOffice(em, write, given);
        if (known) await requireNoOffice(em, known, given);
        const slug =
          known?.slug ?? given ?? (await freeSlug(statements, 'person', personSlug(write.full_name), RESERVED_SLUGS));
        const revisions: NewRevision[] = known
          ? [{ kind: 'person', slug, action: 'update', before: await snapshotOf(statements, 'person', known.id) }]
          : [{ kind: 'person', slug, action: 'create', before: null }];
        const values = personValues({ ...write, role_title: known?.roleTitle ?? null });
        await requireOwnArticle(em, values, known?.id ?? null);
        const person = known ?? em.create(Person, { slug, ...values });
        // What the form leaves open stays; the version moves, for the person's answer says who is a president.
        if (known) em.assign(known, { ...said(values), updatedAt: new Date() });
        await em.flush();
        em.create(President, { person, ...officeOf(write) });
        await em.flush();
        revisions.push({ kind: 'president', slug, action: 'create', before: null });
        await writeRevisions(statements, revisions, { changedBy });
        return withHeaders(await this.#reads.get(slug, statements), { location: `/api/presidents/${slug}` });
      }),
    );
  }

  /** Replaces what is the president's and what the form has of the person. What changes nothing leaves no trace. */
  update(slug: string, write: PresidentWrite, changedBy: string, expected: Expected): Promise<JsonText> {
    requireSameSlug(write.president_slug, slug, SLUG);
    return this.#database.write(async (em, statements) => {
      const { person, president } = await hold(em, slug, expected);
      const values = personValues({ ...write, role_title: person.roleTitle ?? null });
      await requireOwnArticle(em, values, person.id);
      const before = {
        person: await snapshotOf(statements, 'person', person.id),
        president: await snapshotOf(statements, 'president', person.id),
      };
      const versions = { person: person.version, president: president.version };
      em.assign(person, values);
      em.assign(president, officeOf(write));
      await em.flush();
      const revisions: NewRevision[] = [];
      if (person.version !== versions.person)
        revisions.push({ kind: 'person', slug, action: 'update', before: before.person });
      if (president.version !== versions.president)
        revisions.push({ kind: 'president', slug, action: 'update', before: before.president });
      await writeRevisions(statements, revisions, { changedBy });
      return this.#reads.get(slug, statements);
    });
  }

  /** The person stays. */
  remove(slug: string, changedBy: string, expected: Expected): Promise<void> {
    return this.#database.write(async (em, statements) => {
      const { person, president } = await hold(em, slug, expected);
      const needed = await statements.row<{ voyages: number; media: number }>('president-needed', NEEDED, [person.id]);
      if (needed && needed.voyages + needed.media > 0)
        throw new Problem(409, `Voyages or media still stand under ${person.fullName}.`);
      const before = await snapshotOf(statements, 'president', person.id);
      em.remove(president);
      person.updatedAt = new Date();
      await em.flush();
      await writeRevisions(statements, [{ kind: 'president', slug, action: 'delete', before }], { changedBy });
    });
  }
}

const officeOf = ({ party, term_start, term_end }: PresidentWrite) => ({
  party,
  termStart: term_start,
  termEnd: term_end,
});

/** The values that say something. */
const said = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  ) as Partial<T>;

/** The rows of the person and the office, held until the transaction ends. */
async function hold(em: EntityManager, slug: string, expected: Expected): Promise<Held> {
  const person = await em.findOne(Person, { slug }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const president = person && (await em.findOne(President, { person }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
  if (!president) throw notFound('President/Owner not found');
  expectVersion(expected, `${person.id}.${person.version}.${president.version}`, 'president/owner');
  return { person, president };
}
