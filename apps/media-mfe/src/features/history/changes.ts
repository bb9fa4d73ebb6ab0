import type { Revision } from '@archive/contracts';
import { changedFields, draftOf, FIELD_LABELS, type MediaDraft } from '../metadata/media-draft.ts';

export interface Entry {
  revision: number;
  what: string;
  by: string;
  at: string;
  changes: { label: string; from: string; to: string }[];
  /** There was a record before, which can be brought back. */
  restorable: boolean;
}

const WORDS: Record<Revision['action'], string> = {
  create: 'Uploaded',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
};

/** What each revision changed: its record before against the one that followed. `now` is the record as it is. */
export function entriesOf(revisions: Revision[], now: MediaDraft): Entry[] {
  let after: MediaDraft | null = now;
  return revisions.map(({ revision, action, changed_by, changed_at, before }) => {
    const was = before && draftOf(before);
    const became = after;
    after = was;
    const fields = was && became && action !== 'delete' ? changedFields(was, became) : [];
    return {
      revision,
      what: WORDS[action],
      by: changed_by,
      at: changed_at,
      changes: fields.map((name) => ({ label: FIELD_LABELS[name], from: was?.[name] ?? '', to: became?.[name] ?? '' })),
      restorable: was !== null,
    };
  });
}
