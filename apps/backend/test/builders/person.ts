import { filingKey, proposeFilingName } from '@archive/voyage-document';
import type { Database } from '../../src/database/index.ts';
import { insert, nextNumber, type SavedRecord, slugOf } from './records.ts';

/** "Pierre Trudeau" becomes trudeau-pierre. */
const surnameFirst = (name: string) => {
  const words = name.split(' ');
  return slugOf([words.at(-1) ?? '', ...words.slice(0, -1)].join(' '));
};

class PersonBuilder {
  readonly #values: Record<string, unknown>;

  constructor(name: string) {
    this.#values = { full_name: name, slug: surnameFirst(name) };
  }

  withSlug(slug: string) {
    return this.with({ slug });
  }

  role(role_title: string, organization?: string) {
    return this.with({ role_title, organization });
  }

  /** Sets columns by their names in the table. */
  with(values: Record<string, unknown>) {
    Object.assign(this.#values, values);
    return this;
  }

  save(database: Database): Promise<SavedRecord> {
    const filing_proposal = proposeFilingName(String(this.#values['full_name']));
    const filing_key = filingKey(String(this.#values['filed_under'] ?? filing_proposal));
    return insert<SavedRecord>(database, 'person', { filing_proposal, filing_key, ...this.#values }, 'id, slug');
  }
}

export const aPerson = (name = `Guest Number${nextNumber()}`) => new PersonBuilder(name);

class PresidentBuilder extends PersonBuilder {
  #office: Record<string, unknown> = { party: 'Private Owner', term_start: '1925' };

  inOffice(office: { party?: string | null; term_start?: string | null; term_end?: string; initials?: string }) {
    this.#office = { ...this.#office, ...office };
    return this;
  }

  override async save(database: Database): Promise<SavedRecord> {
    const person = await super.save(database);
    await insert(database, 'president', { person_id: person.id, ...this.#office }, 'person_id');
    return person;
  }
}

/** A president or owner; those from Hoover to Biden already exist. */
export const aPresident = (name: string) => new PresidentBuilder(name);
