import type { NameState } from '@archive/contracts';
import { headingDate, type VoyageRecord } from '@archive/voyage-document';
import type { StatementExecutor } from '../../../database/index.ts';
import type { DocumentReading } from './document-reading.ts';
import { lineOfName } from './line-of-name.ts';
import type { NameDecisions } from './name-decisions.ts';
import { PeopleDirectory, type Person, type PersonMention } from './people-directory.ts';
import { type President, PresidentDirectory } from './president-directory.ts';
import type { Problem } from './problem.ts';
import { fieldsOf, type PassengerField, type StatedFields, statedFields, type VoyageFields } from './voyage-fields.ts';

/** How a name of the document was matched with a person. */
export interface ReadName {
  mention: PersonMention;
  person: Person;
  state: NameState;
}

export interface Directories {
  people: PeopleDirectory;
  presidents: PresidentDirectory;
}

/** @param decisions curators' decisions about names of the document */
export async function loadDirectories(executor: StatementExecutor, decisions: NameDecisions): Promise<Directories> {
  const people = await PeopleDirectory.load(executor, decisions);
  return { people, presidents: await PresidentDirectory.load(executor, people, decisions) };
}

/** A voyage of the document with its people. */
export interface PreparedVoyage {
  record: VoyageRecord;
  fields: VoyageFields;
  statedFields: StatedFields;
  president: President | null;
  people: Person[];
  /** How the name of each person was matched. */
  names: ReadName[];
  problems: Problem[];
}

export function presidentOf(
  { document, firstDates }: DocumentReading,
  { section }: VoyageRecord,
  { presidents }: Directories,
) {
  const heading = section === null ? undefined : document.sections[section];
  return heading ? presidents.resolve(heading, firstDates.get(section ?? 0) ?? null) : null;
}

/** Resolves people in document order, so that the first spelling of a name becomes the person's name. */
export function prepare(reading: DocumentReading, record: VoyageRecord, directories: Directories): PreparedVoyage {
  const president = presidentOf(reading, record, directories);
  const people: Person[] = [];
  const names: ReadName[] = [];
  const problems: Problem[] = [];
  const passengers: PassengerField[] = [];
  for (const { name, wikipedia_url, title, role, is_crew } of record.passengers) {
    const mention = { name, wikipedia_url, title };
    const guess = directories.people.guess(mention);
    if (guess) problems.push(matchedByName(record, name, guess.name));
    const person = directories.people.resolve(mention);
    if (people.includes(person)) {
      problems.push(listedTwice(record, name));
      continue;
    }
    people.push(person);
    names.push({ mention, person, state: person.id === null ? 'new' : guess ? 'likely' : 'known' });
    passengers.push({ person: person.slug, title, capacity_role: role, is_crew });
  }
  const fields = fieldsOf(record, president?.person.slug ?? null, passengers);
  return { record, fields, statedFields: statedFields(record, reading.clearEmpty), president, people, names, problems };
}

const matchedByName = (record: VoyageRecord, sourceText: string, name: string): Problem => ({
  line: lineOfName(record, sourceText),
  voyage: record.start_date,
  field: 'Passengers',
  severity: 'warning',
  message: `“${sourceText}” is matched with ${name}. Check that they are the same person.`,
  suggestion: null,
});

const listedTwice = (record: VoyageRecord, name: string): Problem => ({
  line: lineOfName(record, name),
  voyage: headingDate(record.start_date),
  field: 'Passengers',
  severity: 'warning',
  message: `${name} is listed twice on the voyage. Only the first entry is used.`,
  suggestion: null,
});
