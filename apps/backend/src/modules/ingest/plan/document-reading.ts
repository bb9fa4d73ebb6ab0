import { earliestDay, isEdtfDate } from '@archive/contracts';
import { formatCount } from '@archive/contracts/format';
import { headingDate, type RejectedVoyage, type VoyageDocument, type VoyageRecord } from '@archive/voyage-document';
import { lengthProblems } from './length-limits.ts';
import { decideTexts, type NameDecisions, type NonPersonText } from './name-decisions.ts';
import type { Problem } from './problem.ts';

/** A parsed document with derived data. */
export interface DocumentReading {
  document: VoyageDocument;
  /** Voyages that can be saved, in document order. */
  voyages: readonly VoyageRecord[];
  /** Voyages that are left out, in document order. */
  rejected: readonly RejectedVoyage[];
  /** Problems of the document, and of voyages with dates out of range. */
  problems: Problem[];
  /** Earliest voyage date by section. */
  firstDates: ReadonlyMap<number, string>;
  /** Whether empty fields of the document clear the fields of the archive. */
  clearEmpty: boolean;
  /** Curators' decisions about names. */
  decisions: NameDecisions;
  /** Entries of voyages that aren't a single person: they are kept as text or split into names. */
  texts: ReadonlyMap<VoyageRecord, readonly NonPersonText[]>;
}

/** Applies decisions about names to the document. */
export function withDecisions(reading: DocumentReading, decisions: NameDecisions): DocumentReading {
  const decided = reading.voyages.map((record) => decideTexts(record, decisions));
  const split = decided.flatMap(({ record, texts }) =>
    texts
      .filter(({ kind, state }) => kind === 'group' && state === 'split')
      .map(({ written }) => ({ record, written })),
  );
  return {
    ...reading,
    voyages: decided.map(({ record }) => record),
    problems:
      split.length === 0 ? reading.problems : reading.problems.filter((problem) => !split.some(isAbout(problem))),
    decisions,
    texts: new Map(decided.flatMap(({ record, texts }) => (texts.length > 0 ? [[record, texts] as const] : []))),
  };
}

const GROUP_WARNING = /^“([^”]*?)…?” is more than one person/;

/** Whether a warning says that an entry was kept as text. */
const isAbout =
  ({ line, message }: Problem) =>
  ({ record, written }: { record: VoyageRecord; written: string }) => {
    const groupWarning =
      line !== null && line >= record.line && line <= record.end_line && GROUP_WARNING.exec(message)?.[1];
    return typeof groupWarning === 'string' && written.startsWith(groupWarning);
  };

export function readingOf(document: VoyageDocument, clearEmpty = false): DocumentReading {
  const hasValidDates = ({ start_date, end_date }: VoyageRecord) =>
    isEdtfDate(start_date) && (end_date === null || isEdtfDate(end_date));
  const lengths = new Map(
    document.voyages.map((voyage) => [voyage, lengthProblems(voyage, document.sections[voyage.section ?? -1])]),
  );
  const isTooLong = (voyage: VoyageRecord) => (lengths.get(voyage)?.length ?? 0) > 0;
  const {
    first: voyages,
    repeated,
    problems,
  } = partitionBySlug(document.voyages.filter((voyage) => hasValidDates(voyage) && !isTooLong(voyage)));
  const invalid = document.voyages.filter((voyage) => !hasValidDates(voyage));
  const firstDates = new Map<number, string>();
  for (const { section, start_date } of voyages) {
    if (section === null) continue;
    const sectionStart = firstDates.get(section);
    if (sectionStart === undefined || (earliestDay(start_date) ?? '') < (earliestDay(sectionStart) ?? ''))
      firstDates.set(section, start_date);
  }
  const dateProblems = invalid.map(({ line, start_date }): Problem => ({
    line,
    voyage: start_date,
    field: 'Date',
    severity: 'error',
    message: 'Voyage dates must be between 1600 and 2100, so the voyage is skipped.',
    suggestion: null,
  }));
  const tooLong = document.voyages.filter((voyage) => hasValidDates(voyage) && isTooLong(voyage));
  const skipped = [...invalid, ...tooLong, ...repeated].map((voyage) => ({ ...voyage, heading: voyage.start_date }));
  return {
    document,
    voyages,
    rejected: [...document.rejected, ...skipped].toSorted((a, b) => a.line - b.line),
    problems: shown([...document.problems, ...dateProblems, ...[...lengths.values()].flat(), ...problems]),
    firstDates,
    clearEmpty,
    decisions: {},
    texts: new Map(),
  };
}

/** As many problems as a page can show, and the longest message. */
const MAX_PROBLEMS = 5000;
const MAX_MESSAGE = 2000;

/** The problems, errors first if there are too many to show all of them. */
function shown(problems: readonly Problem[]): Problem[] {
  const shortened = problems.map((problem) =>
    problem.message.length > MAX_MESSAGE
      ? { ...problem, message: `${problem.message.slice(0, MAX_MESSAGE)}…` }
      : problem,
  );
  if (shortened.length <= MAX_PROBLEMS) return shortened;
  const errors = shortened.filter(({ severity }) => severity === 'error');
  const others = shortened.filter(({ severity }) => severity !== 'error');
  const message = `${formatCount(shortened.length - MAX_PROBLEMS, 'more problem')} like these aren’t listed.`;
  const rest: Problem = { line: 1, voyage: null, field: null, severity: 'warning', message, suggestion: null };
  return [...[...errors, ...others].slice(0, MAX_PROBLEMS), rest];
}

/** Separates voyages whose slug is already used by an earlier voyage of the document. */
function partitionBySlug(voyages: readonly VoyageRecord[]): {
  first: VoyageRecord[];
  repeated: VoyageRecord[];
  problems: Problem[];
} {
  const lines = new Map<string, number>();
  const firstRecords: VoyageRecord[] = [];
  const repeated: VoyageRecord[] = [];
  const problems: Problem[] = [];
  for (const voyage of voyages) {
    const { voyage_slug: slug, line, start_date } = voyage;
    const earlierLine = slug === undefined ? undefined : lines.get(slug);
    if (slug !== undefined && earlierLine !== undefined) {
      repeated.push(voyage);
      problems.push({
        line,
        voyage: headingDate(start_date),
        field: 'voyage_slug',
        severity: 'error',
        message: `Line ${earlierLine} has the same voyage_slug “${slug}” (the last part of the voyage’s web address), so the voyage is skipped.`,
        suggestion: null,
      });
    } else {
      if (slug !== undefined) lines.set(slug, line);
      firstRecords.push(voyage);
    }
  }
  return { first: firstRecords, repeated, problems };
}
