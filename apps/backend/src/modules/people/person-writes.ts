import type { PersonWrite } from '@archive/contracts';
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
import { Database, freeSlug, type Statements } from '../../database/index.ts';
import { snapshotOf, writeRevisions } from '../history/index.ts';
import { PeopleReads } from './people-reads.ts';
import { Person } from './person.entity.ts';
import { givenSlug, personValues, requireOwnArticle, requireSameSlug, RESERVED_SLUGS } from './person-values.ts';

const NEEDED = `
  select (select count(*)::int from passenger l where l.person_id = $1) voyages,
    exists (select from president r where r.person_id = $1) president`;

const SLUG = 'person_slug';

/** The people, written: each change with its revision, answered as the person is read. */
@Injectable()
export class PersonWrites {
  readonly #database: Database;
  readonly #reads: PeopleReads;

  constructor(database: Database, reads: PeopleReads) {
    this.#database = database;
    this.#reads = reads;
  }

  create({ person_slug, ...said }: PersonWrite, changedBy: string, once?: KeyedRequest): Promise<JsonText> {
    return this.#database.write((em, statements) =>
      onceOnly(statements, once, async () => {
        const values = personValues(said);
        await requireOwnArticle(em, values, null);
        const slug = await slugFor(em, statements, givenSlug(person_slug, SLUG), said.full_name);
        em.create(Person, { slug, ...values });
        await em.flush();
        await writeRevisions(statements, [{ kind: 'person', slug, action: 'create', before: null }], { changedBy });
        return withHeaders(await this.#reads.get(slug, statements), { location: `/api/people/${slug}` });
      }),
    );
  }

  /** Replaces all that is the person's own. What changes nothing leaves no trace. */
  update(
    slug: string,
    { person_slug, ...said }: PersonWrite,
    changedBy: string,
    expected: Expected,
  ): Promise<JsonText> {
    requireSameSlug(person_slug, slug, SLUG);
    return this.#database.write(async (em, statements) => {
      const person = await holdPerson(em, slug);
      expectVersion(expected, `${person.id}.${person.version}`, 'person');
      const values = personValues(said);
      await requireOwnArticle(em, values, person.id);
      const before = await snapshotOf(statements, 'person', person.id);
      const { version } = person;
      em.assign(person, values);
      await em.flush();
      if (person.version !== version)
        await writeRevisions(statements, [{ kind: 'person', slug, action: 'update', before }], { changedBy });
      return this.#reads.get(slug, statements);
    });
  }

  /** Only somebody whom no voyage and no office needs. */
  remove(slug: string, changedBy: string, expected: Expected): Promise<void> {
    return this.#database.write(async (em, statements) => {
      const person = await holdPerson(em, slug);
      expectVersion(expected, `${person.id}.${person.version}`, 'person');
      const needed = await statements.row<{ voyages: number; president: boolean }>('person-needed', NEEDED, [
        person.id,
      ]);
      if (needed?.president) throw new Problem(409, `${person.fullName} is a president or owner.`);
      if (needed && needed.voyages > 0) throw new Problem(409, stillAboard(person.fullName, needed.voyages));
      const before = await snapshotOf(statements, 'person', person.id, { deleting: true });
      em.remove(person);
      await em.flush();
      await writeRevisions(statements, [{ kind: 'person', slug, action: 'delete', before }], { changedBy });
    });
  }
}

const stillAboard = (name: string, voyages: number) =>
  `${name} is aboard ${voyages === 1 ? 'a voyage' : `${voyages} voyages`}: remove them there first.`;

async function holdPerson(em: EntityManager, slug: string): Promise<Person> {
  const person = await em.findOne(Person, { slug }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!person) throw notFound('Person not found');
  return person;
}

async function slugFor(
  em: EntityManager,
  statements: Statements,
  given: string | undefined,
  name: string,
): Promise<string> {
  if (given === undefined) return freeSlug(statements, 'person', personSlug(name), RESERVED_SLUGS);
  const other = await em.findOne(Person, { slug: given });
  if (!other) return given;
  const message = `The address “${given}” is that of ${other.fullName}.`;
  throw new Problem(409, message, { errors: [{ path: SLUG, message }] });
}
