import type { Revision } from '@archive/contracts';
import { FIELD_LABELS, NEW_PERSON, PERSON_FIELDS, type PersonDraft } from '../person-editing/person-draft.ts';

export interface Change {
  label: string;
  from: string;
  to: string;
}

export interface Entry {
  revision: number;
  what: string;
  by: string;
  at: string;
  changes: Change[];
  /** There was a record before, which can be brought back. */
  restorable: boolean;
}

const WORDS: Record<Revision['action'], string> = {
  create: 'Entered',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
};

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const draftOf = (record: Record<string, unknown>): PersonDraft => ({
  ...NEW_PERSON,
  ...Object.fromEntries(PERSON_FIELDS.map((name) => [name, textOf(record[name])])),
});

/** What each revision changed: its record before against the one that followed. `now` is the record as it is. */
export function entriesOf(revisions: Revision[], now: PersonDraft): Entry[] {
  let after: PersonDraft | null = now;
  return revisions.map(({ revision, action, changed_by, changed_at, before }) => {
    const was = before && draftOf(before);
    const became = after;
    after = was;
    return {
      revision,
      what: WORDS[action],
      by: changed_by,
      at: changed_at,
      changes:
        was && became && action !== 'delete'
          ? PERSON_FIELDS.filter((name) => was[name] !== became[name]).map((name) => ({
              label: FIELD_LABELS[name],
              from: was[name],
              to: became[name],
            }))
          : [],
      restorable: was !== null,
    };
  });
}
