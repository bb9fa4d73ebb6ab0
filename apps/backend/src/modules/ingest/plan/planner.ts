import type { ClientBase } from 'pg';
import { mayBe, mediaLinksOf } from '../media-fetch/media-links.ts';
import { type Sighting, voyagesById } from './archive-state.ts';
import { assignVoyages } from './assignment.ts';
import { asItIs, type Conflict, type Counts, decide, noCounts } from './decision.ts';
import { type Item, itemOf } from './item.ts';
import { loadDirectories, prepare, type Prepared, type Reading } from './prepare.ts';
import type { Problem } from './problem.ts';
import { digestOf, fieldLabel } from './voyage-fields.ts';

const AT_ONCE = 200;

export interface Plan {
  counts: Counts;
  problems: Problem[];
  /** Fields that stay as a curator has left them, though the document says otherwise. */
  conflicts: Problem[];
  mediaWarnings: number;
}

/** Told of the plan as it grows: the items of some voyages, which follow those of the call before. */
type Told = (items: readonly Item[]) => Promise<void>;

/** What a document would change, voyage by voyage, and what a person should look at. Changes nothing. */
export async function planDocument(client: ClientBase, reading: Reading, told: Told): Promise<Plan> {
  const directories = await loadDirectories(client);
  const matches = await assignVoyages(client, reading, directories);
  const counts = noCounts();
  const problems = [...reading.problems];
  const conflicts: Problem[] = [];
  let mediaWarnings = 0;
  for (let from = 0; from < reading.voyages.length; from += AT_ONCE) {
    const chunk = reading.voyages.slice(from, from + AT_ONCE).map((record) => prepare(reading, record, directories));
    const changed = chunk.flatMap(({ fields }, at) => {
      const seen = matches[from + at]?.seen;
      return seen && seen.digest !== digestOf(fields) ? [seen.id] : [];
    });
    const archive = await voyagesById(client, changed);
    const items = chunk.map((voyage, at) => {
      const seen = matches[from + at]?.seen;
      const archived = archive.get(seen?.id ?? 0);
      const decision =
        seen && !archived ? asItIs(voyage.fields) : decide(voyage.fields, voyage.record.title !== null, archived);
      const missing = missingMedia(voyage, seen);
      counts[decision.kind] += 1;
      mediaWarnings += missing.length;
      problems.push(...voyage.problems, ...missing);
      conflicts.push(...conflictsOf(voyage, decision.conflicts));
      return itemOf({ index: from + at, voyage, decision, seen, archived, reading, directories });
    });
    await told(items);
  }
  return { counts, problems, conflicts, mediaWarnings };
}

/** The document's value stays out where a curator's stands, until a person chooses. */
export const conflictsOf = ({ record }: Prepared, conflicts: readonly Conflict[]): Problem[] =>
  conflicts
    .filter(({ choice }) => choice === null)
    .map(({ name }) => ({
      line: record.line,
      voyage: record.start_date,
      field: fieldLabel(name),
      severity: 'warning',
      message: conflictSentence(fieldLabel(name)),
      suggestion: 'Choose on the import screen which of the two shall stand.',
    }));

/** The sentence of a conflict's problem, by which it is found again when somebody has chosen. */
export const conflictSentence = (label: string) =>
  `${label} was edited in the archive since the document was last taken in, and the document says otherwise; the archive's stays.`;

function missingMedia({ record }: Prepared, known: Sighting | undefined): Problem[] {
  const links = mediaLinksOf(record);
  const warn = (what: string): Problem => ({
    line: record.line,
    voyage: record.start_date,
    field: 'Codes',
    severity: 'warning',
    message: `The document tells of a ${what} of this voyage, and the archive has none.`,
    suggestion: `Upload the ${what} and link it to the voyage.`,
  });
  return [
    ...(record.claims_photo && !known?.has_photo && !links.some((link) => mayBe('photo', link)) ? [warn('photo')] : []),
    ...(record.claims_video && !known?.has_video && !links.some((link) => mayBe('video', link)) ? [warn('video')] : []),
  ];
}
