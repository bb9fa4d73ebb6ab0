// cspell:ignore eigentümer eigner präsident président presidente propietario propriétaire
import type { FieldName, PeopleGroup } from './field-names.ts';

/** The half of a pair of values that a label names: `From:` is the start of the location. */
export type PairHalf = 'start' | 'end';

export interface Synonym {
  field: FieldName;
  part: PairHalf | null;
  group: PeopleGroup | null;
  /** Whether the word is so common that it may not end a paragraph of notes: `To: …`. */
  isWeak: boolean;
}

const strongLabels = (field: FieldName, labels: string, group: PeopleGroup | null = null): [string, Synonym][] =>
  labels.split(', ').map((label) => [label, { field, part: null, group, isWeak: false }]);
const weakLabels = (field: FieldName, labels: string, part: PairHalf | null = null): [string, Synonym][] =>
  labels.split(', ').map((label) => [label, { field, part, group: null, isWeak: true }]);

/** Alternative labels that people use, in lower case without apostrophes. */
export const SYNONYMS: ReadonlyMap<string, Synonym> = new Map([
  ...strongLabels(
    'passengers',
    'attendees, attendance, aboard, on board, onboard, in attendance, guest list, passenger list',
  ),
  ...strongLabels('passengers', 'passengers aboard, people aboard, persons aboard, also aboard, those aboard'),
  ...weakLabels('passengers', 'who, with, present, people, party'),
  ...strongLabels('passengers', 'skipper, master', 'captain'),
  ...strongLabels('passengers', 'officers, yacht crew, ships crew', 'crew'),
  ...weakLabels(
    'owner',
    'president, owner, owner/president, president or owner, vessel owner, yacht owner, administration',
  ),
  ...weakLabels('owner', 'präsident, eigentümer, eigner, président, propriétaire, presidente, propietario'),
  ...weakLabels('location', 'place, places, where, anchorage, route'),
  ...weakLabels('location', 'from, start location, starting point, port of departure', 'start'),
  ...weakLabels('location', 'to, destination, end location, port of arrival', 'end'),
  ...weakLabels('time', 'departed, departure, departure time, time of departure, start time, sailed, left', 'start'),
  ...weakLabels('time', 'returned, return, return time, arrived, arrival, arrival time, end time, docked', 'end'),
  ...strongLabels('sources', 'references, citations, bibliography'),
  ...weakLabels('sources', 'ref, refs, reference, citation, cite, see'),
  ...weakLabels('notes', 'remarks, remark, comments, comment'),
  ...strongLabels('notes_internal', 'internal notes, internal note, staff notes, private notes'),
  ...weakLabels('summary_markdown', 'description'),
  ...strongLabels('spin', 'quotes, quotations'),
]);
