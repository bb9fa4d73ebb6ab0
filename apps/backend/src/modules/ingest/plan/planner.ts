import type { StaleReason } from '@archive/contracts';
import { headingDate } from '@archive/voyage-document';
import type { StatementExecutor } from '../../../database/index.ts';
import { canBeKind, mediaLinksOf } from './media-links.ts';
import { type VoyageCandidate, voyagesById } from './archive-state.ts';
import { assignVoyages } from './assignment.ts';
import type { Match } from './matching.ts';
import { unchangedDecision, type Conflict, type Counts, decide, emptyCounts } from './decision.ts';
import type { SourceText } from './card.ts';
import { type Item, itemOf } from './item.ts';
import type { DocumentReading } from './document-reading.ts';
import { loadDirectories, prepare, type PreparedVoyage } from './prepare.ts';
import type { Problem } from './problem.ts';
import { type NameRow, ReadNames } from './read-names.ts';
import { addRemovals, type Removal } from './removals.ts';
import { NewPeople } from './spellings.ts';
import { digestOf, fieldLabel, type FieldName, isEmptyValue } from './voyage-fields.ts';

const BATCH_SIZE = 200;

export interface Plan {
  /** The matching archive voyage of each document voyage. */
  matches: readonly Match[];
  counts: Counts;
  problems: Problem[];
  /** Warnings for fields whose edited value is kept although the document differs. */
  conflicts: Problem[];
  mediaWarnings: number;
  /** Values that the plan removes from voyages of the archive. */
  removals: Removal[];
  /** Warnings for new voyages on a day on which the archive has another voyage. */
  sameDay: Problem[];
  /** Number of empty document fields that leave the archive's value unchanged. */
  emptyIgnored: number;
  /** The document's names. Set only with `withNames`. */
  names: NameRow[];
}

interface Options {
  /** Called after each batch, with the number of voyages planned so far. */
  onProgress: (planned: number) => Promise<void>;
  /** Receives the items of the plan in document order, batch by batch. Without this callback, no items are created. */
  onItems?: ((items: readonly Item[]) => Promise<void>) | undefined;
  /** The document's text. Set for previews, which show each voyage as it would be after the import. */
  source?: SourceText | undefined;
  /** Whether to list the names of the document. */
  withNames: boolean;
}

/** Plans an import without changing anything. */
export async function planDocument(
  executor: StatementExecutor,
  reading: DocumentReading,
  { onProgress, onItems, source, withNames }: Options,
): Promise<Plan> {
  const directories = await loadDirectories(executor, reading.decisions);
  const names = new ReadNames();
  const newPeople = new NewPeople();
  const matches = await assignVoyages(executor, reading, directories);
  const counts = emptyCounts();
  const problems = [...reading.problems];
  const conflicts: Problem[] = [];
  const removals = new Map<FieldName, Removal>();
  let mediaWarnings = 0;
  let emptyIgnored = 0;
  const sameDay: Problem[] = [];
  for (let from = 0; from < reading.voyages.length; from += BATCH_SIZE) {
    const chunk = reading.voyages
      .slice(from, from + BATCH_SIZE)
      .map((record, index) => prepare(reading, record, directories, { isNew: !matches[from + index]?.voyage }));
    const updates = chunk.flatMap((voyage, index) => {
      const candidate = matches[from + index]?.voyage;
      return candidate && !isUnchanged(candidate, voyage) ? [candidate.id] : [];
    });
    const archive = await voyagesById(executor, updates);
    for (const voyage of chunk) {
      newPeople.add(voyage);
      if (withNames) names.add(voyage, reading, directories);
    }
    const items = chunk.flatMap((voyage, index) => {
      const candidate = matches[from + index]?.voyage;
      const archived = archive.get(candidate?.id ?? 0);
      const decision =
        candidate && !archived
          ? unchangedDecision(voyage.fields)
          : decide(voyage.fields, voyage.statedFields, archived);
      const missing = missingMedia(voyage, candidate);
      const title = matches[from + index]?.sameDay;
      if (title !== undefined) sameDay.push(sameDayProblem(voyage, title));
      counts[decision.kind] += 1;
      mediaWarnings += missing.length;
      problems.push(...voyage.problems, ...missing);
      conflicts.push(...conflictsOf(voyage, decision.conflicts));
      if (archived) {
        addRemovals(removals, archived.current, decision.set);
        for (const name of voyage.statedFields.left) if (!isEmptyValue(archived.current[name])) emptyIgnored += 1;
      }
      if (!onItems) return [];
      return [itemOf({ index: from + index, voyage, decision, candidate, archived, reading, directories, source })];
    });
    await onItems?.(items);
    await onProgress(from + chunk.length);
  }
  const spellings = newPeople.spellings();
  return {
    matches,
    counts,
    problems: [...problems, ...spellings.problems],
    conflicts,
    mediaWarnings,
    removals: [...removals.values()],
    sameDay,
    emptyIgnored,
    names: names.rows(spellings.byKey),
  };
}

const sameDayProblem = ({ record }: PreparedVoyage, title: string): Problem => ({
  line: record.line,
  voyage: headingDate(record.start_date),
  field: 'Date',
  severity: 'warning',
  message: `The archive has a voyage on this day, “${title}”, that doesn’t match this one. A second voyage would be added.`,
  suggestion:
    'If they are the same voyage, list one of its passengers in the document, or import a CSV file with its voyage_slug (the last part of the voyage’s web address).',
});

/** Whether neither the document nor the archive's voyage has changed since the last import. */
export const isUnchanged = ({ digest }: VoyageCandidate, { fields, statedFields }: PreparedVoyage) =>
  statedFields.cleared.size === 0 && digest === digestOf(fields);

/** Warnings for open conflicts. The archive's value is kept until a curator decides. */
export const conflictsOf = ({ record }: PreparedVoyage, conflicts: readonly Conflict[]): Problem[] =>
  conflicts
    .filter(({ choice }) => choice === null)
    .map(({ name }) => ({
      line: record.line,
      voyage: headingDate(record.start_date),
      field: fieldLabel(name),
      severity: 'warning',
      message: conflictMessage(fieldLabel(name)),
      suggestion: 'Choose on the import screen which version to use.',
    }));

/** Message of a conflict warning. When the conflict is resolved, the message identifies the warning to delete. */
export const conflictMessage = (label: string) =>
  `${label} was edited in the archive since the last import, and the document has a different value. The archive’s version is kept.`;

const STALE_MESSAGE: Record<StaleReason, string> = {
  changed: 'The voyage was changed in the archive after the preview, so the import skipped it.',
  deleted: 'The voyage was deleted from the archive after the preview, so the import skipped it.',
  added: 'A voyage on this date was added to the archive after the preview, so the import skipped this one.',
  people:
    'Someone aboard was added to the archive or changed there after the preview, so the import skipped the voyage.',
};

/** The warning for a voyage that an import leaves out. When its conflicts are resolved, the message identifies the warning to delete. */
export const staleProblem = ({ record }: PreparedVoyage, reason: StaleReason): Problem => ({
  line: record.line,
  voyage: headingDate(record.start_date),
  field: null,
  severity: 'warning',
  message: STALE_MESSAGE[reason],
  suggestion:
    reason === 'changed'
      ? 'Choose which version of each field to use, or preview the document again.'
      : 'Preview the document again.',
});

/** All messages of these warnings. */
export const STALE_MESSAGES: readonly string[] = Object.values(STALE_MESSAGE);

function missingMedia({ record }: PreparedVoyage, row: VoyageCandidate | undefined): Problem[] {
  const links = mediaLinksOf(record);
  const warn = (message: string): Problem => ({
    line: record.line,
    voyage: headingDate(record.start_date),
    field: 'Codes',
    severity: 'warning',
    message: `The document mentions a ${message} of the voyage, but the archive has none.`,
    suggestion: `Upload the ${message} and attach it to the voyage.`,
  });
  return [
    ...(record.claims_photo && !row?.has_photo && !links.some((link) => canBeKind('photo', link))
      ? [warn('photo')]
      : []),
    ...(record.claims_video && !row?.has_video && !links.some((link) => canBeKind('video', link))
      ? [warn('video')]
      : []),
  ];
}
