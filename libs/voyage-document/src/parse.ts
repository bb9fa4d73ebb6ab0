import { dayOrderIn } from '@archive/contracts/dates';
import { readBlocks, type HeadedBlock } from './blocks.ts';
import type { CodesLine } from './codes.ts';
import { headingDate } from './dates.ts';
import { isSeparator, type JoinLines, lineJoiner, splitLines } from './lines.ts';
import { Footnotes } from './footnotes.ts';
import { findOutline } from './find-outline.ts';
import { PassengerItems } from './passenger-item.ts';
import { prepare } from './prepare.ts';
import { asProblem, type Problem, type Report } from './problems.ts';
import { withInlineLinks } from './reference-links.ts';
import { Sections } from './sections.ts';
import { excerpt, withoutLayout } from './texts.ts';
import type { DocumentProblem, RejectedVoyage, VoyageDocument, VoyageRecord } from './types.ts';
import { type Block, readFields } from './fields.ts';
import { readVoyage } from './voyage.ts';
import { readRow, type TableRow } from './voyage-row.ts';
import { type DateOrder, findDate, GERMAN_DAY, hasDate } from './voyage-heading.ts';

const EMPTY = 'The document is empty.';
const BINARY =
  'This isn’t a document that can be imported. Save or export it as Markdown (.md), Word (.docx), CSV, or JSON and try again.';
const NO_VOYAGE =
  'No voyage was found in this document. Start each voyage with its date in a heading, such as “## 1976-06-16”.';

const MAGIC = ['%PDF', 'PK\u0003\u0004', '\uFFFDPNG', 'GIF8', '{\\rtf'];

function isBinary(text: string): boolean {
  return text.includes('\0') || MAGIC.some((magic) => text.startsWith(magic));
}

function reject(fatal: string, problems: DocumentProblem[] = []): VoyageDocument {
  return { fatal, sections: [], voyages: [], rejected: [], problems };
}

const LONGEST_SUGGESTION = 120;

/** The heading in the format of voyage headings; null if it spans two lines or is too long to show. */
const asHeading = ({ heading, start, bodyStart }: HeadedBlock) =>
  bodyStart === start + 1 && heading.length <= LONGEST_SUGGESTION ? `Write “## ${heading}”.` : null;

/** Index after the last line with content. */
function lastLine(lines: readonly string[], block: HeadedBlock): number {
  let end = block.bodyEnd;
  while (end > block.bodyStart && isSeparator(lines[end - 1] ?? '')) end -= 1;
  return Math.max(end, block.start + 1);
}

function reportLooseText(lines: readonly string[], block: HeadedBlock, report: Report): void {
  for (let index = block.bodyStart; index < block.bodyEnd; index += 1) {
    const line = lines[index] ?? '';
    if (isSeparator(line)) continue;
    report({
      line: index + 1,
      field: null,
      severity: 'warning',
      message: `The text “${excerpt(line)}” isn’t part of a voyage, so it’s skipped.`,
      suggestion: 'Move it below a voyage heading, after a field name.',
    });
  }
}

/** Maps line numbers of converted lines to the lines of the source. */
function withSourcePositions(document: VoyageDocument, join: JoinLines, lineOf: readonly number[]): VoyageDocument {
  const sourceLine = (line: number) => (lineOf[line - 1] ?? 0) + 1;
  const placed = <T extends { line: number; end_line: number }>(item: T): T => {
    const [line, end_line] = [sourceLine(item.line), sourceLine(item.end_line)];
    return { ...item, line, end_line, original_markdown: join(line - 1, end_line) };
  };
  return {
    fatal: document.fatal,
    sections: document.sections.map((section) => ({ ...section, line: sourceLine(section.line) })),
    voyages: document.voyages.map(placed),
    rejected: document.rejected.map(placed),
    // A suggestion for the converted line would not apply to the source line.
    problems: document.problems.map((problem) => ({
      ...problem,
      line: sourceLine(problem.line),
      suggestion: problem.suggestion?.startsWith('Write “') ? null : problem.suggestion,
    })),
  };
}

/**
 * Parses a voyage document in linear time. Never throws.
 *
 * Voyages are in document order; those with errors are in `rejected` instead of `voyages`. If `fatal` is set, the text isn't a voyage
 * document. Problems are in line order. README.md describes the format.
 */
export function parseVoyageDocument(text: string): VoyageDocument {
  const cleanText = text.toWellFormed().replace(/^\uFEFF/, '');
  const source = withoutLayout(cleanText);
  if (source.trim() === '') return reject(EMPTY);
  if (isBinary(source)) return reject(BINARY);
  const sourceLines = splitLines(source);
  const lines = withInlineLinks(sourceLines);
  // Join the source lines, which still have invisible characters and reference links.
  const join = lineJoiner(cleanText, cleanText === source ? sourceLines : splitLines(cleanText));
  const problems: DocumentProblem[] = [];
  const shown = dayOrderIn(source);
  const order = { dayFirst: shown && shown === 'day', hasGermanDays: GERMAN_DAY.test(source) };
  const prepared = prepare(lines, (finding) => problems.push(asProblem(finding, null)));
  const document = prepared
    ? withSourcePositions(readLines(prepared.lines, order, WITHOUT_TEXT, prepared.rows), join, prepared.lineOf)
    : readLines(lines, order, join);
  const reading = document.fatal === null ? document : (readLoosely(lines, order, join) ?? document);
  if (reading.fatal !== null && looksBinary(source)) return reject(BINARY);
  const merged = [...problems, ...reading.problems].toSorted((left, right) => left.line - right.line);
  return { ...reading, problems: merged };
}

/** Parses a document without voyage headings whose dates, owners and fields are in an outline or on separate lines. */
function readLoosely(lines: readonly string[], order: DateOrder, join: JoinLines): VoyageDocument | null {
  const outlined = findOutline(lines);
  if (!outlined) return null;
  const document = readLines(outlined.lines, order, WITHOUT_TEXT);
  if (document.fatal !== null) return null;
  const headings = outlined.headings.map((line): DocumentProblem => ({
    line: line + 1,
    voyage: null,
    field: null,
    severity: 'warning',
    message: `“${excerpt(lines[line] ?? '', 200)}” is read as a heading.`,
    suggestion: null,
  }));
  const identity = lines.map((_, index) => index);
  const placed = withSourcePositions(document, join, identity);
  return { ...placed, problems: [...headings, ...placed.problems] };
}

/** Replaces the text of voyages from converted lines with their source text. */
const WITHOUT_TEXT: JoinLines = () => '';

/** Reads the lines of a document. */
function readLines(
  lines: readonly string[],
  order: DateOrder,
  join: JoinLines,
  rows: ReadonlyMap<number, TableRow> = new Map(),
): VoyageDocument {
  const problems: DocumentProblem[] = [];
  const voyages: VoyageRecord[] = [];
  const rejected: RejectedVoyage[] = [];
  const report: Report = (finding) => problems.push(asProblem(finding, null));
  const sections = new Sections(report);
  const people = new PassengerItems();
  let codes: CodesLine[] = [];
  let hasDates = false;

  const blocks = readBlocks(lines);
  const linesOf = ({ start, bodyStart, bodyEnd }: HeadedBlock) => {
    const row = rows.get(start);
    return row ? [...cellTexts(row), ...lines.slice(bodyStart, bodyEnd)] : lines.slice(start, bodyEnd);
  };
  const footnotes = new Footnotes(lines, blocks.filter(({ kind }) => kind === 'voyage').map(linesOf));
  const textLines = lines.map((line, index) => (footnotes.isMoved(index) ? '' : line));

  // Such a line is a heading only if the document has other lines like it.
  const isUndated = ({ kind, misplaced, heading }: HeadedBlock) =>
    kind === 'voyage' && misplaced && !hasDate(heading) && findDate(heading) === null;
  const hasUndated = blocks.some(isUndated);

  for (const block of blocks) {
    const headingLine = block.start + 1;
    if (block.kind === 'voyage') {
      const findings: Problem[] = [];
      const voyageReport: Report = (finding) => findings.push(finding);
      if (block.misplaced) {
        voyageReport({
          line: headingLine,
          field: 'Date',
          severity: 'warning',
          message: `“${excerpt(block.heading)}” is read as a voyage heading.`,
          suggestion: hasUndated ? null : asHeading(block),
        });
      }
      const row = rows.get(block.start);
      const current = sections.current();
      const { section } = current;
      const body = textLines.slice(block.bodyStart, block.bodyEnd);
      const notes = footnotes.notesOf(linesOf(block));
      const content = row
        ? readRow(
            { ...row, line: headingLine },
            { order, people, section, around: { ...readBelow(body, headingLine, codes, voyageReport), notes } },
            voyageReport,
          )
        : readVoyage(
            { heading: block.heading, headingLine, codes, lines: body, footnotes: notes, section, order, people },
            voyageReport,
          );
      const placed = sections.place(content, current);
      const { start_date } = placed;
      const line = codes[0]?.line ?? headingLine;
      const end_line = lastLine(lines, block);
      const original_markdown = join(line - 1, end_line);
      const hasFailed = findings.some(({ severity }) => severity === 'error');
      if (start_date === null || hasFailed) {
        rejected.push({ line, end_line, heading: block.heading, section: placed.section, original_markdown });
      } else {
        voyages.push({ ...placed, line, end_line, original_markdown, start_date });
      }
      if (findings.length > 0) {
        const name = start_date === null ? excerpt(block.heading) : headingDate(start_date);
        for (const finding of findings) problems.push(asProblem(finding, name));
      }
      hasDates ||= hasDate(block.heading);
      codes = [];
    } else {
      if (block.kind === 'section') sections.open(block.heading, headingLine, block.misplaced);
      reportLooseText(textLines, block, report);
    }
    for (const codesLine of block.codesAfter) codes.push(codesLine);
  }
  sections.close();
  for (const { line, groups } of codes) {
    const shortText = excerpt(groups.map((group) => `(${group})`).join(' '));
    report({
      line,
      field: 'Codes',
      severity: 'warning',
      message: `No voyage follows the codes ${shortText}, so they are skipped.`,
      suggestion: 'Put them above the voyage heading.',
    });
  }
  problems.sort((left, right) => left.line - right.line);
  if (!hasDates) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    return reject(NO_VOYAGE, errors);
  }
  return { fatal: null, sections: sections.list, voyages, rejected, problems };
}

/** The fields below a row of a table, with the codes above and below it. */
function readBelow(body: readonly string[], headingLine: number, above: readonly CodesLine[], report: Report): Block {
  const below = readFields(body, headingLine + 1, report);
  return { ...below, codes: [...above, ...below.codes] };
}

const cellTexts = ({ cells, others }: TableRow) => [...Object.values(cells), ...others.map(({ text }) => text)];

/** Whether the text has too many control and replacement characters. */
function looksBinary(text: string): boolean {
  const sample = text.slice(0, 4096);
  let binaryCharacters = 0;
  for (const character of sample) {
    if (character === '\uFFFD' || (character < ' ' && !'\t\n\r\f\v'.includes(character))) binaryCharacters += 1;
  }
  return binaryCharacters * 20 > sample.length;
}
