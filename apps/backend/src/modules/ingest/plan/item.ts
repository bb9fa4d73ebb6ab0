import { hash } from 'node:crypto';
import type { ConflictChoice, IngestChange } from '@archive/contracts';
import type { OwnerSection, VoyageRecord } from '@archive/voyage-document';
import type { ArchivedVoyage } from './archive-state.ts';
import type { Decision, Kind } from './decision.ts';
import type { Sighting } from './archive-state.ts';
import type { Directories, Prepared, Reading } from './prepare.ts';
import { shownValue } from './shown-values.ts';
import { digestOf, type FieldName, fieldLabel } from './voyage-fields.ts';

/** A conflict as its item keeps it: as shown, and with the values themselves, for which alone a choice holds. */
export interface ItemConflict {
  field: FieldName;
  label: string;
  curator: string | null;
  document: string | null;
  choice: ConflictChoice | null;
  values: { archive: unknown; document: unknown };
}

/** What it takes to take up one voyage of a document again without the document. */
export interface Passage {
  record: VoyageRecord;
  heading: OwnerSection | null;
  firstDate: string | null;
}

/** What becomes, or became, of one voyage of a document. */
export interface Item {
  /** Its index among the document's voyages, from 1. */
  ordinal: number;
  action: Kind;
  voyage_id: number | null;
  voyage_slug: string | null;
  title: string;
  start_date: string;
  line: number;
  end_line: number;
  changes: IngestChange[];
  conflicts: ItemConflict[];
  /** Of a voyage with conflicts. */
  passage: Passage | null;
  /** The archive's side when this was decided, to see whether it has changed since; null where it does not matter. */
  seen_version: number | null;
  seen: string | null;
  /** One short text for all that was decided. */
  decision: string;
  /** What counted as last taken from a document before this ingest, empty for nothing; null where that has not changed. */
  remembered: object | null;
}

interface Facts {
  index: number;
  voyage: Prepared;
  decision: Decision;
  seen: Sighting | undefined;
  archived: ArchivedVoyage | undefined;
  reading: Reading;
  directories: Directories;
}

/** The lines themselves change with everything else, and are shown beside it anyway. */
const isShown = (name: FieldName) => name !== 'original_markdown';

export function itemOf({ index, voyage, decision, seen, archived, reading, directories }: Facts): Item {
  const { record, fields } = voyage;
  const nameOf = (slug: string) => directories.people.bySlug(slug)?.name ?? slug;
  const show = (name: FieldName, of: 'fields' | 'archived') =>
    of === 'fields'
      ? shownValue(name, fields[name], nameOf)
      : archived
        ? shownValue(name, archived.current[name], nameOf)
        : null;
  const changed = archived ? (Object.keys(decision.set) as FieldName[]).filter(isShown) : [];
  const conflicts = decision.conflicts.map(({ name, choice }): ItemConflict => ({
    field: name,
    label: fieldLabel(name),
    curator: show(name, 'archived'),
    document: show(name, 'fields'),
    choice,
    values: { archive: archived?.current[name] ?? null, document: fields[name] },
  }));
  return {
    ordinal: index + 1,
    action: decision.kind,
    voyage_id: seen?.id ?? null,
    voyage_slug: seen?.slug ?? null,
    title: fields.title ?? '',
    start_date: record.start_date,
    line: record.line,
    end_line: record.end_line,
    changes: changed.map((name) => ({
      field: name,
      label: fieldLabel(name),
      before: show(name, 'archived'),
      after: show(name, 'fields'),
    })),
    conflicts,
    passage: conflicts.length > 0 ? passageOf(record, reading) : null,
    seen_version: archived?.version ?? null,
    seen: archived ? digestOf(archived.current) : null,
    decision: signatureOf(decision, seen, conflicts),
    remembered: null,
  };
}

const signatureOf = ({ kind, set }: Decision, seen: Sighting | undefined, conflicts: readonly ItemConflict[]) =>
  hash(
    'sha256',
    JSON.stringify([kind, seen?.id ?? null, seen ? set : null, conflicts.map(({ field, values }) => [field, values])]),
    'base64url',
  );

const passageOf = (record: VoyageRecord, { document, firstDates }: Reading): Passage => ({
  record,
  heading: record.section === null ? null : (document.sections[record.section] ?? null),
  firstDate: record.section === null ? null : (firstDates.get(record.section) ?? null),
});
