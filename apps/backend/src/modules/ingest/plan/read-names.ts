import type { IngestName } from '@archive/contracts';
import { lineOfName } from './line-of-name.ts';
import { ownerKey, personKey, writtenName } from './name-decisions.ts';
import type { PeopleDirectory, Person, PersonMention } from './people-directory.ts';
import type { DocumentReading } from './document-reading.ts';
import type { Directories, PreparedVoyage } from './prepare.ts';

/** A name, combined from all voyages of a document. */
export type NameRow = Pick<
  IngestName,
  'key' | 'kind' | 'written' | 'line' | 'state' | 'person' | 'suggestion' | 'spellings'
> & {
  ordinal: number;
  voyages: number;
};

const namedPerson = ({ id, slug, name }: Person) => ({ person_slug: id === null ? null : slug, full_name: name });

/** Collects the names of a document while it is planned. */
export class ReadNames {
  readonly #rows = new Map<string, Omit<NameRow, 'spellings'>>();

  /**
   * The names in document order.
   * @param spellings for each key of a name, the other spellings of the name
   */
  rows(spellings: ReadonlyMap<string, IngestName['spellings']>): NameRow[] {
    return [...this.#rows.values()].map((row) => ({ ...row, spellings: spellings.get(row.key) ?? [] }));
  }

  add({ record, names, president }: PreparedVoyage, reading: DocumentReading, { people }: Directories): void {
    const heading = record.section === null ? undefined : reading.document.sections[record.section];
    if (heading && president)
      this.#count(ownerKey(heading), () => ({
        kind: 'owner',
        written: heading.name,
        line: heading.line,
        state: president.saved ? 'known' : 'new',
        person: namedPerson(president.person),
        suggestion: null,
      }));
    const countedKeys = new Set<string>();
    for (const { mention, person, state } of names) {
      const key = personKey(mention);
      if (countedKeys.has(key)) continue;
      countedKeys.add(key);
      this.#count(key, () => ({
        kind: 'person',
        written: writtenName(mention),
        line: lineOfName(record, mention.name),
        state,
        person: namedPerson(person),
        suggestion: state === 'new' ? suggestionFor(people, mention) : null,
      }));
    }
    for (const { key, ...text } of reading.texts?.get(record) ?? [])
      this.#count(key, () => ({ ...text, line: lineOfName(record, text.written), person: null, suggestion: null }));
  }

  #count(key: string, row: () => Omit<NameRow, 'key' | 'ordinal' | 'voyages' | 'spellings'>): void {
    const existingRow = this.#rows.get(key);
    if (existingRow) existingRow.voyages += 1;
    else this.#rows.set(key, { ...row(), key, ordinal: this.#rows.size + 1, voyages: 1 });
  }
}

function suggestionFor(people: PeopleDirectory, mention: PersonMention): NameRow['suggestion'] {
  const person = people.suggest(mention);
  return person ? { person_slug: person.slug, full_name: person.name } : null;
}
