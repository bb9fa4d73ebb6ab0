import type { FieldChange, ProposalKind } from '@archive/contracts';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../common/index.ts';
import { fieldChanges, fieldTexts, type Snapshot } from '../history/index.ts';
import { isBlank, newPeopleOf, PEOPLE, unitOf, type Values } from './proposal-kinds.ts';

/** What is accepted together, with what the record would have. */
export interface ProposedChange extends FieldChange {
  /** Absent in proposals of earlier versions. */
  after?: Snapshot;
}

/** A snapshot without values, to compare a new record with. */
export const emptied = (snapshot: Snapshot): Snapshot =>
  Object.fromEntries(Object.entries(snapshot).map(([name, value]) => [name, Array.isArray(value) ? [] : null]));

/** The fields of a snapshot that are accepted together. */
const partOf = (snapshot: Snapshot, unit: string): Snapshot =>
  Object.fromEntries(Object.entries(snapshot).filter(([name]) => unitOf(name) === unit));

const unitsIn = (values: object) => new Set(Object.keys(values).map(unitOf));

/** One entry for what is accepted together, with the texts of all its fields. What a new record doesn’t have isn’t a change. */
export function inUnits(changes: readonly FieldChange[]): FieldChange[] {
  const units = new Map<string, FieldChange>();
  for (const change of changes) {
    const field = unitOf(change.field);
    const first = units.get(field);
    const [from, to] = first
      ? ([`from`, `to`] as const).map((side) => joined(first[side], `${change.label}: ${change[side]}`, change[side]))
      : [change.from, change.to];
    if (first || !(change.from === '' && change.to === 'no'))
      units.set(field, { ...change, ...first, field, from: from ?? '', to: to ?? '' });
  }
  return [...units.values()];
}

const joined = (text: string, more: string, value: string) =>
  value === '' ? text : [text, more].filter(Boolean).join('\n');

/** What the values change in a record. A generated title, for example, isn’t proposed. */
export function proposedChanges(kind: ProposalKind, base: Snapshot, now: Snapshot, values: Values): ProposedChange[] {
  const units = unitsIn(values);
  return inUnits(fieldChanges(kind, base, now))
    .filter(({ field }) => units.has(field))
    .map((change) => withNewParts({ ...change, after: partOf(now, change.field) }, values));
}

/** The values of a snapshot that are proposed to change. */
export const comparedIn = (snapshot: Snapshot, values: Values): Snapshot => {
  const units = unitsIn(values);
  return Object.fromEntries(Object.entries(snapshot).filter(([name]) => units.has(unitOf(name))));
};

/** A change with the complete texts of what the record has now and would have. */
export function reviewedChange(kind: ProposalKind, change: ProposedChange, now: Snapshot, values: Values): FieldChange {
  const { after } = change;
  if (!after) return change;
  const text = (snapshot: Snapshot) =>
    fieldTexts(kind, snapshot)
      .filter(({ field }) => unitOf(field) === change.field)
      .map((field, index) => (index === 0 || field.text === '' ? field.text : `${field.label}: ${field.text}`))
      .filter((line) => line !== '')
      .join('\n');
  return withNewParts({ ...change, from: text(partOf(now, change.field)), to: text(after) }, values);
}

/** Adds what is proposed about new people, whose names alone are in the list of the voyage, and where a new record is. */
function withNewParts(change: ProposedChange, values: Values): ProposedChange {
  const { person_slug: address } = values;
  const people = newPeopleOf(values)
    .filter(({ unit }) => unit === change.field)
    .map(({ person }) => {
      const facts = Object.entries(PEOPLE)
        .filter(([name]) => !isBlank(person[name] ?? null))
        .map(([name, { label }]) => `${label}: ${String(person[name] as string)}`);
      return `New person: ${facts.join(', ')}`;
    });
  const place = [
    change.field === 'full_name' && typeof address === 'string' && address !== 'auto' && `Address: ${address}`,
    change.field === 'title' && values['voyage_slug'] && `Album of: ${String(change.after?.['voyage_title'])}`,
  ].filter((text) => typeof text === 'string');
  return { ...change, to: [change.to, ...people, ...place].join('\n') };
}

/** @throws 412 (409 without a version) if other values would replace what was proposed, which the sender hasn't seen */
export function rejectLost(
  open: { values: Values },
  sent: Values,
  units: ReadonlySet<string>,
  hasVersion: boolean,
): void {
  const partOf = (values: Values, unit: string) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => unitOf(name) === unit));
  const lost = [...units].filter((unit) => {
    const earlier = partOf(open.values, unit);
    return Object.keys(earlier).length > 0 && !isDeepStrictEqual(earlier, partOf(sent, unit));
  });
  if (lost.length === 0) return;
  const message = 'You have already proposed another value. Withdraw that proposal first, or open the form again.';
  throw new Problem(hasVersion ? 412 : 409, message, { errors: lost.map((path) => ({ path, message })) });
}
