import { isDeepStrictEqual } from 'node:util';
import type { IngestName } from '@archive/contracts';
import { GroupProposals } from './group-proposal.ts';
import { lineOfName } from './line-of-name.ts';
import { type NameDecisions, ownerKey, personKey, writtenName } from './name-decisions.ts';
import type { PeopleDirectory, Person, PersonMention } from './people-directory.ts';
import type { DocumentReading } from './document-reading.ts';
import type { Directories, PreparedVoyage } from './prepare.ts';

/** A name, combined from all voyages of a document. */
export type NameRow = Pick<
  IngestName,
  'key' | 'kind' | 'written' | 'line' | 'state' | 'person' | 'suggestion' | 'spellings' | 'proposal' | 'reason'
> & {
  ordinal: number;
  voyages: number;
};

/** Whether someone has to check how a name was read. The list of names to review has the same condition in SQL. */
export const needsReview = ({ key, kind, state, suggestion, spellings }: NameRow, decisions: NameDecisions) =>
  decisions[key] === undefined &&
  (state === 'likely' ||
    suggestion !== null ||
    kind === 'group' ||
    (kind === 'owner' && state === 'text') ||
    spellings.length > 0);

type Row = Omit<NameRow, 'spellings'>;

const namedPerson = ({ id, slug, name }: Person) => ({ person_slug: id === null ? null : slug, full_name: name });

/** Collects the names of a document while it is planned. */
export class ReadNames {
  readonly #rows = new Map<string, Row>();
  #groups: GroupProposals | undefined;

  /**
   * The names in document order.
   * @param spellings for each key of a name, the other spellings of the name
   */
  rows(spellings: ReadonlyMap<string, IngestName['spellings']>): NameRow[] {
    return [...this.#rows.values()].map((row) => ({ ...row, spellings: spellings.get(row.key) ?? [] }));
  }

  add(
    { record, names, president, proposal }: PreparedVoyage,
    reading: DocumentReading,
    { people, presidents }: Directories,
  ): void {
    const heading = record.section === null ? undefined : reading.document.sections[record.section];
    if (heading) {
      const owner = proposal ? null : president;
      this.#count(ownerKey(heading), () => ({
        kind: 'owner',
        written: heading.name,
        line: heading.line,
        state: owner ? (owner.saved ? 'known' : 'new') : 'text',
        person: owner && namedPerson(owner.person),
      }));
    }
    if (proposal) {
      const { key, proposed, reason } = proposal;
      this.#count(key, () => ({
        kind: 'proposed_owner',
        written: proposed.person.name,
        line: record.line,
        state: reading.decisions[key] ? (president ? 'known' : 'text') : 'likely',
        person: president && namedPerson(president.person),
        reason,
      }));
    }
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
    for (const { key, ...text } of reading.texts?.get(record) ?? []) {
      const isGroup = text.kind === 'group' && text.state === 'text';
      this.#groups ??= new GroupProposals(people, presidents, reading.voyages);
      const proposed = isGroup ? this.#groups.propose(text.written, president, record.start_date) : [];
      const row = this.#count(key, () => ({
        ...text,
        line: lineOfName(record, text.written),
        person: null,
        proposal: proposed,
      }));
      // “the President and Mrs. X” of two presidents are different people.
      if (!isDeepStrictEqual(row.proposal, proposed)) row.proposal = [];
    }
  }

  #count(key: string, row: () => Pick<Row, 'kind' | 'written' | 'line' | 'state' | 'person'> & Partial<Row>): Row {
    const existingRow = this.#rows.get(key);
    if (existingRow) {
      existingRow.voyages += 1;
      return existingRow;
    }
    const added = {
      suggestion: null,
      proposal: [],
      reason: null,
      ...row(),
      key,
      ordinal: this.#rows.size + 1,
      voyages: 1,
    };
    this.#rows.set(key, added);
    return added;
  }
}

function suggestionFor(people: PeopleDirectory, mention: PersonMention): NameRow['suggestion'] {
  const person = people.suggest(mention);
  return person ? { person_slug: person.slug, full_name: person.name } : null;
}
