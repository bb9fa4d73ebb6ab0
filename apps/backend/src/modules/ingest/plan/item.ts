import { hash } from 'node:crypto';
import type { ConflictChoice, IngestChange } from '@archive/contracts';
import type { RejectedVoyage, VoyageRecord } from '@archive/voyage-document';
import type { ArchivedVoyage } from './archive-state.ts';
import { cardOf, type SourceText, type StoredCard } from './card.ts';
import type { Decision, Kind } from './decision.ts';
import type { VoyageCandidate } from './archive-state.ts';
import type { DocumentReading } from './document-reading.ts';
import type { Directories, PreparedVoyage } from './prepare.ts';
import type { Person } from './people-directory.ts';
import { type Passage, storedRecord } from './passage.ts';
import { displayValue } from './display-value.ts';
import { digestOf, type FieldName, fieldLabel } from './voyage-fields.ts';

/** A stored conflict: the displayed values, and the values that a choice is valid for. */
export interface ItemConflict {
  field: FieldName;
  label: string;
  curator: string | null;
  document: string | null;
  choice: ConflictChoice | null;
  values: { archive: unknown; document: unknown };
}

/** The planned or actual result for one voyage of a document. */
export interface Item {
  /** The voyage's position in the document, starting at 1. */
  ordinal: number;
  action: Kind | 'rejected';
  voyage_id: number | null;
  voyage_slug: string | null;
  title: string;
  /** Null for a rejected voyage. */
  start_date: string | null;
  line: number;
  end_line: number;
  changes: IngestChange[];
  conflicts: ItemConflict[];
  /** Set for voyages with conflicts. */
  passage: Passage | null;
  /** Version and digest of the voyage when it was planned, to detect later changes; null if later changes don't matter. */
  base_version: number | null;
  base_hash: string | null;
  /** Hash of the decision, for comparing two plans. */
  decision: string;
  /** The baseline before this import, `{}` if there was none; null if the baseline didn't change. */
  baseline: object | null;
  /** Set in previews. */
  card: StoredCard | null;
}

interface ItemInput {
  index: number;
  voyage: PreparedVoyage;
  decision: Decision;
  candidate: VoyageCandidate | undefined;
  archived: ArchivedVoyage | undefined;
  reading: DocumentReading;
  directories: Directories;
  /** The document's text, for cards. Set only in previews. */
  source?: SourceText | undefined;
}

/** Whether changes of a field are shown. `original_markdown` is hidden, because it changes with every other field. */
const isShown = (name: FieldName) => name !== 'original_markdown';

export function itemOf({
  index,
  voyage,
  decision,
  candidate,
  archived,
  reading,
  directories,
  source,
}: ItemInput): Item {
  const { record, fields } = voyage;
  const nameOf = (slug: string) => directories.people.bySlug(slug)?.name ?? slug;
  const after = { ...fields, ...decision.set };
  const show = (name: FieldName, side: 'document' | 'archived') =>
    side === 'document'
      ? displayValue(name, after[name], nameOf)
      : archived
        ? displayValue(name, archived.current[name], nameOf)
        : null;
  const changedFields = archived ? (Object.keys(decision.set) as FieldName[]).filter(isShown) : [];
  const conflicts = decision.conflicts.map(({ name, documentValue, choice }): ItemConflict => ({
    field: name,
    label: fieldLabel(name),
    curator: show(name, 'archived'),
    document: displayValue(name, documentValue, nameOf),
    choice,
    values: { archive: archived?.current[name] ?? null, document: documentValue },
  }));
  return {
    ordinal: index + 1,
    action: decision.kind,
    voyage_id: candidate?.id ?? null,
    voyage_slug: candidate?.slug ?? null,
    title:
      (voyage.statedFields.stated.has('title') ? null : (decision.set.title ?? archived?.current.title)) ??
      fields.title ??
      '',
    start_date: record.start_date,
    line: record.line,
    end_line: record.end_line,
    changes: changedFields.map((name) => ({
      field: name,
      label: fieldLabel(name),
      before: show(name, 'archived'),
      after: show(name, 'document'),
    })),
    conflicts,
    passage: conflicts.length > 0 ? passageOf(record, reading) : null,
    base_version: archived?.version ?? null,
    base_hash: archived ? digestOf(archived.current) : null,
    decision: signatureOf(decision, candidate, conflicts, voyage),
    baseline: null,
    card: source ? cardOf({ voyage, decision, archived, reading, directories, source }) : null,
  };
}

const signatureOf = (
  { kind, set }: Decision,
  candidate: VoyageCandidate | undefined,
  conflicts: readonly ItemConflict[],
  { names, president }: PreparedVoyage,
) =>
  hash(
    'sha256',
    JSON.stringify([
      kind,
      candidate?.id ?? null,
      candidate ? set : [president && archivedSlug(president.person), names.map(({ person }) => archivedSlug(person))],
      conflicts.map(({ field, values }) => [field, values]),
    ]),
    'base64url',
  );

const archivedSlug = ({ id, slug }: Person) => (id === null ? null : slug);

const passageOf = (record: VoyageRecord, { document, firstDates }: DocumentReading): Passage => ({
  record: storedRecord(record),
  heading: record.section === null ? null : (document.sections[record.section] ?? null),
  firstDate: record.section === null ? null : (firstDates.get(record.section) ?? null),
});

/** A voyage that is left out because of an error. */
export const rejectedItem = (ordinal: number, { line, end_line, heading }: RejectedVoyage): Item => ({
  ordinal,
  action: 'rejected',
  voyage_id: null,
  voyage_slug: null,
  title: heading,
  start_date: null,
  line,
  end_line,
  changes: [],
  conflicts: [],
  passage: null,
  base_version: null,
  base_hash: null,
  decision: 'rejected',
  baseline: null,
  card: null,
});
