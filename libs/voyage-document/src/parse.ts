import { readBlocks, type HeadedBlock } from './blocks.ts';
import type { CodesLine } from './codes.ts';
import { saysNothing, splitLines } from './lines.ts';
import { asProblem, type Finding, type Report } from './problems.ts';
import { Sections } from './sections.ts';
import { excerpt } from './texts.ts';
import type { DocumentProblem, RejectedVoyage, VoyageDocument, VoyageRecord } from './types.ts';
import { readVoyage } from './voyage.ts';
import { startsWithDate } from './voyage-heading.ts';

const EMPTY = 'The document is empty.';
const BINARY =
  'This is not a text document. Markdown (.md), Word (.docx), CSV and JSON can be read; a picture, a PDF or another office file cannot: save or export it as one of these and try again.';
const NO_VOYAGE =
  'No voyage was found in this document. Each voyage starts with its date in a heading, such as “## 1976-06-16”; a CSV needs a column start_date.';

const MAGIC = ['%PDF', 'PK\u0003\u0004', '\uFFFDPNG', 'GIF8', '{\\rtf'];

function isBinary(text: string): boolean {
  return text.includes('\0') || MAGIC.some((magic) => text.startsWith(magic));
}

function refuse(fatal: string, problems: DocumentProblem[] = []): VoyageDocument {
  return { fatal, sections: [], voyages: [], rejected: [], problems };
}

/** One past the last line of the block that says something. */
function lastLine(lines: readonly string[], block: HeadedBlock): number {
  let end = block.bodyEnd;
  while (end > block.bodyStart && saysNothing(lines[end - 1] ?? '')) end -= 1;
  return Math.max(end, block.start + 1);
}

function reportLooseText(lines: readonly string[], block: HeadedBlock, report: Report): void {
  for (let index = block.bodyStart; index < block.bodyEnd; index += 1) {
    const line = lines[index] ?? '';
    if (saysNothing(line)) continue;
    report({
      line: index + 1,
      field: null,
      severity: 'warning',
      message: `The text “${excerpt(line)}” stands in no voyage, so it was left out.`,
      suggestion: 'Put it under the heading of a voyage, after the name of a field.',
    });
    return;
  }
}

/**
 * Reads a voyage document. Never throws; takes time in proportion to the length of the text.
 *
 * Voyages come in the order of the document. One with an error is left out of `voyages` and stands in `rejected`.
 * `fatal` says that the text is no voyage document; then nothing of it should be used. Problems are in order of line.
 * Rules: 02-ingest.md, "The document" and "The run".
 */
export function parseVoyageDocument(text: string): VoyageDocument {
  const source = text.toWellFormed().replace(/^\uFEFF/, '');
  if (source.trim() === '') return refuse(EMPTY);
  if (isBinary(source)) return refuse(BINARY);

  const lines = splitLines(source);
  const problems: DocumentProblem[] = [];
  const voyages: VoyageRecord[] = [];
  const rejected: RejectedVoyage[] = [];
  const report: Report = (finding) => problems.push(asProblem(finding, null));
  const sections = new Sections(report);
  let codes: CodesLine[] = [];
  let dated = false;

  for (const block of readBlocks(lines)) {
    const headingLine = block.start + 1;
    if (block.kind === 'voyage') {
      const findings: Finding[] = [];
      const voyageReport: Report = (finding) => findings.push(finding);
      if (block.misplaced) {
        voyageReport({
          line: headingLine,
          field: 'Date',
          severity: 'warning',
          message: `“${excerpt(block.heading)}” was taken as the heading of a voyage.`,
          suggestion: 'Begin the heading of a voyage with “## ”.',
        });
      }
      const content = readVoyage(
        {
          heading: block.heading,
          headingLine,
          codes,
          lines: lines.slice(block.bodyStart, block.bodyEnd),
          section: sections.ofVoyage(),
        },
        voyageReport,
      );
      const { section, start_date, ...rest } = content;
      const line = codes[0]?.line ?? headingLine;
      const end_line = lastLine(lines, block);
      const original_markdown = lines.slice(line - 1, end_line).join('\n');
      const failed = findings.some(({ severity }) => severity === 'error');
      if (start_date === null || failed) {
        rejected.push({ line, end_line, heading: block.heading, section, original_markdown });
      } else {
        voyages.push({ line, end_line, original_markdown, section, start_date, ...rest });
      }
      const name = start_date ?? excerpt(block.heading);
      for (const finding of findings) problems.push(asProblem(finding, name));
      dated ||= startsWithDate(block.heading);
      codes = [];
    } else {
      if (block.kind === 'section') sections.open(block.heading, headingLine, block.misplaced);
      reportLooseText(lines, block, report);
    }
    for (const found of block.codesAfter) codes.push(found);
  }
  sections.close();
  for (const { line, groups } of codes) {
    const shown = excerpt(groups.map((group) => `(${group})`).join(' '));
    report({
      line,
      field: 'Codes',
      severity: 'warning',
      message: `No voyage follows the codes ${shown}, so they were left out.`,
      suggestion: 'Put them above the heading of their voyage.',
    });
  }
  problems.sort((left, right) => left.line - right.line);
  if (!dated) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    return refuse(looksBinary(source) ? BINARY : NO_VOYAGE, errors);
  }
  return { fatal: null, sections: sections.list, voyages, rejected, problems };
}

/** More control and replacement characters than a text has. */
function looksBinary(text: string): boolean {
  const beginning = text.slice(0, 4096);
  let strange = 0;
  for (const character of beginning) {
    if (character === '\uFFFD' || (character < ' ' && !'\t\n\r\f\v'.includes(character))) strange += 1;
  }
  return strange * 20 > beginning.length;
}
