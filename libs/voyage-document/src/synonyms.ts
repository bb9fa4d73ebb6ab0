import type { FieldName, PeopleGroup } from './field-names.ts';

/** The half of a pair of values that a label names: `From:` is the start of the location. */
export type PairHalf = 'start' | 'end';

export interface Synonym {
  field: FieldName;
  part: PairHalf | null;
  group: PeopleGroup | null;
  /** Too common a word to end a paragraph of notes: `To: …`. */
  isWeak: boolean;
}

const strong = (field: FieldName, labels: string, group: PeopleGroup | null = null): [string, Synonym][] =>
  labels.split(', ').map((label) => [label, { field, part: null, group, isWeak: false }]);
const weak = (field: FieldName, labels: string, part: PairHalf | null = null): [string, Synonym][] =>
  labels.split(', ').map((label) => [label, { field, part, group: null, isWeak: true }]);

/** Labels that people write instead of those of the format, in lower case without apostrophes. */
export const SYNONYMS: ReadonlyMap<string, Synonym> = new Map([
  ...strong(
    'passengers',
    'attendees, attendance, aboard, on board, onboard, in attendance, guest list, passenger list',
  ),
  ...strong('passengers', 'passengers aboard, people aboard, persons aboard, also aboard, those aboard'),
  ...weak('passengers', 'who, with, present, people, party'),
  ...strong('passengers', 'skipper, master', 'captain'),
  ...strong('passengers', 'officers, yacht crew, ships crew', 'crew'),
  ...weak('location', 'place, places, where, anchorage, route'),
  ...weak('location', 'from, start location, starting point, port of departure', 'start'),
  ...weak('location', 'to, destination, end location, port of arrival', 'end'),
  ...weak('time', 'departed, departure, departure time, time of departure, start time, sailed, left', 'start'),
  ...weak('time', 'returned, return, return time, arrived, arrival, arrival time, end time, docked', 'end'),
  ...strong('sources', 'references, citations, bibliography'),
  ...weak('sources', 'ref, refs, reference, citation, cite, see'),
  ...weak('notes', 'remarks, remark, comments, comment'),
  ...strong('notes_internal', 'internal notes, internal note, staff notes, private notes'),
  ...weak('summary_markdown', 'description'),
  ...strong('spin', 'quotes, quotations'),
]);
