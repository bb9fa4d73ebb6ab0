import type { NameState, OwnerProposalReason } from '@archive/contracts';
import { headingDate, type VoyageRecord } from '@archive/voyage-document';
import type { StatementExecutor } from '../../../database/index.ts';
import type { DocumentReading } from './document-reading.ts';
import { lineOfName } from './line-of-name.ts';
import { type NameDecisions, proposalKey } from './name-decisions.ts';
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

/** Finds the owners of all headings, so that owners that the document adds are proposed for any voyage. */
export function resolveOwners(reading: DocumentReading, directories: Directories): void {
  const records = new Map(reading.voyages.map((record) => [record.section, record]));
  for (const record of records.values()) presidentOf(reading, record, directories);
}

/** An owner that is proposed for a voyage, with the key of the decision about it. */
export interface OwnerGuess {
  key: string;
  reason: OwnerProposalReason;
  proposed: President;
}

/** A voyage of the document with its people. */
export interface PreparedVoyage {
  record: VoyageRecord;
  fields: VoyageFields;
  statedFields: StatedFields;
  president: President | null;
  /** Why the president or owner is proposed, if the document states none. */
  proposal: OwnerGuess | null;
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

/**
 * Resolves people in document order, so that the first spelling of a name becomes the person's name. If the voyage is new and the document
 * states no owner, one is proposed.
 */
export function prepare(
  reading: DocumentReading,
  record: VoyageRecord,
  directories: Directories,
  { isNew = false } = {},
): PreparedVoyage {
  const stated = presidentOf(reading, record, directories);
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
  const proposal = isNew && !stated ? proposalFor(record, people, directories) : null;
  const president = stated ?? (proposal && ownerOf(proposal, reading, directories));
  if (proposal && president === proposal.proposed && !reading.decisions[proposal.key])
    problems.push(proposedOwner(record, proposal));
  const fields = fieldsOf(record, president?.person.slug ?? null, passengers);
  return {
    record,
    fields,
    statedFields: statedFields(record, { clearEmpty: reading.clearEmpty, hasOwner: stated !== null }),
    president,
    proposal,
    people,
    names,
    problems,
  };
}

function proposalFor(record: VoyageRecord, people: readonly Person[], { presidents }: Directories): OwnerGuess | null {
  const proposal = presidents.propose(record.start_date, people);
  // A heading that says that there was no president is only doubted if one was aboard.
  if (!proposal || (record.without_president && proposal.reason !== 'aboard')) return null;
  const { owner, reason } = proposal;
  return { key: proposalKey(owner.president.person.slug, reason), reason, proposed: owner.president };
}

/** The proposed owner, or what a curator decided instead. */
function ownerOf({ key, proposed }: OwnerGuess, { decisions }: DocumentReading, { presidents }: Directories) {
  const decision = decisions[key]?.decision;
  if (decision?.kind === 'person') return presidents.bySlug(decision.person_slug) ?? null;
  return decision ? null : proposed;
}

const proposedOwner = (record: VoyageRecord, { proposed, reason }: OwnerGuess): Problem => ({
  line: record.line,
  voyage: headingDate(record.start_date),
  field: 'President/Owner',
  severity: 'warning',
  message: `${record.without_president ? 'The document says that there was no president' : 'The document states no owner'}. “${proposed.person.name}” is proposed, ${reason === 'aboard' ? 'who was aboard' : 'whose term includes the date'}.`,
  suggestion:
    'Confirm or change the owner under “People and owners,” or write it in the voyage, as in “President: NAME”.',
});

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
