import { Problem } from '../../../common/index.ts';
import { col, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
import { CANDIDATE } from '../plan/archive-state.ts';
import type { ItemConflict } from '../plan/item.ts';
import type { NameDecisions } from '../plan/name-decisions.ts';
import { type Passage, recordOf } from '../plan/passage.ts';
import type { DocumentReading } from '../plan/document-reading.ts';
import { loadDirectories, prepare } from '../plan/prepare.ts';
import { decisionsOf } from '../operation/decisions.ts';
import { choicesIn } from '../operation/operation-items.ts';
import { type MatchedVoyage, saveVoyages } from '../write/save-voyages.ts';

export const CONFLICT_ITEM = {
  ordinal: col.int,
  line: col.int,
  title: col.text,
  voyage_id: col.int,
  has_changes: col.bool,
  conflicts: col.json<ItemConflict[]>(),
  passage: col.json<Passage>(),
};
/** A locked item with conflicts. */
export type ConflictItem = RowOf<typeof CONFLICT_ITEM>;

const CANDIDATES = statement(
  'ingest-resolve-candidates',
  `
  select v.id, v.slug, '' as group, r.key, null as lines, null as digest, v.has_photo, v.has_video
  from voyage v join ingest_record r on r.voyage_id = v.id where v.id = any($1::int[])`,
  { ...CANDIDATE, key: col.text },
);

interface ResolvedConflicts {
  id: string;
  changedBy: string;
  items: readonly ConflictItem[];
}

/** Applies choices to the conflicts of a finished import, without importing anything else. Returns the previous baselines by ordinal. */
export async function applyChoices(
  executor: StatementExecutor,
  { id, changedBy, items }: ResolvedConflicts,
): Promise<Map<number, object>> {
  const { decisions } = await decisionsOf(executor, id);
  const reading = readingOf(items, decisions);
  const directories = await loadDirectories(executor, decisions);
  const rows = await executor.rows(CANDIDATES, [items.map(({ voyage_id }) => voyage_id)]);
  const candidates = new Map(rows.map((row) => [row.id, row]));
  const matched = items.map((item, index): MatchedVoyage => {
    const candidate = candidates.get(item.voyage_id);
    const record = reading.voyages[index];
    if (!candidate || !record) throw new Problem(409, `“${item.title}” has been deleted since.`);
    const choices = choicesIn(item.conflicts);
    return {
      index: item.ordinal - 1,
      voyage: prepare(reading, record, directories),
      match: { key: candidate.key, voyage: candidate },
      choices,
      only: new Set(choices.keys()),
    };
  });
  const result = await saveVoyages(executor, matched, reading, directories, { operationId: id, changedBy });
  for (const { title, conflicts } of result.items) {
    const undecided = conflicts.find(({ choice }) => choice === null);
    if (undecided)
      throw new Problem(
        409,
        `${undecided.label} of “${title}” was edited after this conflict was shown. Reload to see the current value.`,
      );
  }
  return new Map(result.items.flatMap(({ ordinal, baseline }) => (baseline ? [[ordinal, baseline]] : [])));
}

/** Combines the stored passages into one document. Each passage with a heading becomes its own section. */
function readingOf(items: readonly ConflictItem[], decisions: NameDecisions): DocumentReading {
  const sections = items.flatMap(({ passage }) => passage.heading ?? []);
  let section = -1;
  const firstDates = new Map<number, string>();
  const voyages = items.map(({ passage: { record: stored, heading, firstDate } }) => {
    const record = recordOf(stored);
    if (heading === null) return { ...record, section: null };
    section += 1;
    if (firstDate !== null) firstDates.set(section, firstDate);
    return { ...record, section };
  });
  return {
    document: { fatal: null, sections, voyages, rejected: [], problems: [] },
    voyages,
    rejected: [],
    problems: [],
    firstDates,
    // Only fields that a curator chose are saved.
    clearEmpty: true,
    decisions,
    texts: new Map(),
  };
}
