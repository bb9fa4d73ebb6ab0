import type { NameDecision } from '@archive/contracts';
import {
  groupMembers,
  headingDate,
  normalizeName,
  type OwnerSection,
  type PassengerRecord,
  personIdentity,
  readWrittenName,
  type VoyageRecord,
} from '@archive/voyage-document';
import { lineOfName } from './line-of-name.ts';
import type { Problem } from './problem.ts';

/** A decision about a name, with its origin. */
export interface DecidedName {
  decision: NameDecision;
  /** Whether the decision was made in an earlier import. */
  earlier: boolean;
  by: string;
  /** Full name of the chosen person, if the decision was made in an earlier import. */
  name?: string;
  /** Slug of the person that the import created because of the decision. */
  created?: string;
}

/** The decisions that apply to a document's names, by the key of the name. */
export type NameDecisions = Readonly<Record<string, DecidedName>>;

export type WrittenPerson = Pick<PassengerRecord, 'name' | 'wikipedia_url'> & { title?: string | null };

/** The name with its form of address, which can distinguish people: "Secretary Henry Kissinger". */
export const writtenName = ({ title, name }: WrittenPerson) => (title ? `${title} ${name}` : name);

const OWN_PAGE = /^\s*\/people\//;

/** The key of a name: the link if there is one, or else the text. */
export function personKey(person: WrittenPerson): string {
  const { name, wikipedia_url: url } = person;
  if (url !== null && OWN_PAGE.test(url)) return `person:${url.trim()}`;
  const { urlKey } = personIdentity({ name, wikipedia_url: url });
  return `person:${urlKey ?? normalizeName(writtenName(person))}`;
}

const GROUP = 'group:';
export const groupKey = (text: string) => GROUP + normalizeName(text);

export const ownerKey = ({ kind, name, term_start }: Omit<OwnerSection, 'line'>) =>
  `owner:${[normalizeName(`${kind} ${name}`), term_start].filter(Boolean).join(' ')}`;

/** The key of an owner that is proposed for voyages without one. Decisions about it apply to the document only. */
export const proposalKey = (slug: string, reason: string) => `${PROPOSAL}${reason} ${slug}`;
const PROPOSAL = 'proposed owner:';
/** Whether a decision applies to its document only: about a proposed owner, or about “the President”, who is someone else in another one. */
export function isOfDocument(key: string): boolean {
  const [member, ...others] = (key.startsWith(GROUP) && groupMembers(key.slice(GROUP.length))) || [];
  return key.startsWith(PROPOSAL) || (member?.kind === 'office' && others.length === 0);
}

/** An entry that isn't a single person: it is kept as text or split into names. */
export interface NonPersonText {
  key: string;
  kind: 'person' | 'group';
  written: string;
  state: 'text' | 'split';
}

export interface DecidedRecord {
  record: VoyageRecord;
  texts: NonPersonText[];
}

const personNamed = (sourceText: string, is_crew: boolean): PassengerRecord => {
  const { honorific, name, role } = readWrittenName(sourceText);
  return { name, title: honorific, wikipedia_url: null, role, is_crew };
};

/** Replaces the name with the spelling that a curator chose. Follows later choices for that spelling as well. */
function withSpelling(passenger: PassengerRecord, decisions: NameDecisions): PassengerRecord {
  const keys = new Set<string>();
  let corrected = passenger;
  for (;;) {
    const key = personKey(corrected);
    const decision = decisions[key]?.decision;
    if (decision?.kind !== 'split' || decision.names.length > 1 || keys.has(key)) return corrected;
    keys.add(key);
    const { honorific, name, role } = readWrittenName(decision.names[0] ?? '');
    corrected = { ...corrected, name, title: passenger.title ?? honorific, role: passenger.role ?? role };
  }
}

/** Removes an entry from the text of unnamed guests. */
function withoutText(guests: string | null, text: string): string | null {
  const index = guests?.indexOf(text) ?? -1;
  if (guests === null || index < 0) return guests;
  const remainingText = [guests.slice(0, index), guests.slice(index + text.length)].map((part) =>
    part.replace(/^, |, $/g, ''),
  );
  return remainingText.filter((part) => part !== '').join(', ') || null;
}

/** Applies decisions that split names or keep them as text. Decisions about a person's identity are applied when people are looked up. */
export function decideTexts(record: VoyageRecord, decisions: NameDecisions): DecidedRecord {
  const texts: NonPersonText[] = [];
  let guests = record.additional_guests;
  let hasChanged = false;
  let hasNewSpelling = false;
  const hasDecisions = Object.keys(decisions).length > 0;
  const passengers = record.passengers.flatMap((passenger): PassengerRecord[] => {
    if (!hasDecisions) return [passenger];
    const key = personKey(passenger);
    const decision = decisions[key]?.decision;
    if (decision?.kind !== 'text' && decision?.kind !== 'split') return [passenger];
    const sourceText = writtenName(passenger);
    texts.push({ key, kind: 'person', written: sourceText, state: decision.kind });
    if (decision.kind === 'split' && decision.names.length === 1) {
      hasNewSpelling = true;
      return [withSpelling(passenger, decisions)];
    }
    hasChanged = true;
    if (decision.kind === 'split') return decision.names.map((name) => personNamed(name, passenger.is_crew));
    const text = passenger.role === null ? sourceText : `${sourceText} (${passenger.role})`;
    guests = guests === null ? text : `${guests}, ${text}`;
    return [];
  });
  for (const group of record.groups ?? []) {
    const key = groupKey(group);
    const decision = decisions[key]?.decision;
    const isSplit = decision?.kind === 'split';
    texts.push({ key, kind: 'group', written: group, state: isSplit ? 'split' : 'text' });
    if (!isSplit) continue;
    hasChanged = true;
    guests = withoutText(guests, group);
    passengers.push(...decision.names.map((name) => personNamed(name, false)));
  }
  if (!hasChanged) return { record: hasNewSpelling ? { ...record, passengers } : record, texts };
  return { record: { ...record, passengers, additional_guests: guests, stated_values: statingPeople(record) }, texts };
}

/** Marks both lists of people as stated, so that an entry that moved from one list to the other doesn't stay in the first one. */
function statingPeople({ stated_values }: VoyageRecord): VoyageRecord['stated_values'] {
  const fields = ['passengers', 'additional_guests'] as const;
  return {
    ...stated_values,
    stated: [...new Set([...stated_values.stated, ...fields])],
    empty: stated_values.empty.filter((name) => name !== 'passengers' && name !== 'additional_guests'),
  };
}

const decidedAs = ({ decision, name }: DecidedName) => {
  switch (decision.kind) {
    case 'person':
      return name ?? decision.person_slug;
    case 'split':
      return decision.names.join(' and ');
    case 'text':
      return 'text';
    case 'new':
      return 'someone new';
  }
};

/** A warning for each name to which a decision of an earlier import applies, at the name's first occurrence. */
export function recalledNames(voyages: readonly VoyageRecord[], decisions: NameDecisions): Problem[] {
  const keys = new Set<string>();
  return voyages.flatMap((record) => {
    const { start_date, passengers, groups = [] } = record;
    return [
      ...passengers.map((person) => ({ key: personKey(person), written: writtenName(person) })),
      ...groups.map((group) => ({ key: groupKey(group), written: group })),
    ].flatMap(({ key, written }): Problem[] => {
      const decided = decisions[key];
      if (!decided?.earlier || keys.has(key)) return [];
      keys.add(key);
      return [
        {
          line: lineOfName(record, written),
          voyage: headingDate(start_date),
          field: 'Passengers',
          severity: 'warning',
          message: `“${written}” is read as ${decidedAs(decided)}, as ${decided.by} decided in an earlier import.`,
          suggestion: null,
        },
      ];
    });
  });
}

/** The keys of all names in a document. */
export function nameKeysOf(voyages: readonly VoyageRecord[], sections: readonly OwnerSection[]): string[] {
  const keys = new Set(sections.map(ownerKey));
  const people = new Map<string, WrittenPerson>();
  for (const { passengers, groups } of voyages) {
    for (const person of passengers) people.set(`${person.title}\n${person.name}\n${person.wikipedia_url}`, person);
    for (const group of groups ?? []) keys.add(groupKey(group));
  }
  for (const person of people.values()) keys.add(personKey(person));
  return [...keys];
}
