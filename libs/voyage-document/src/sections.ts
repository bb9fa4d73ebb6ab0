import { readOwnerHeading, writeOwnerHeading } from './owner-heading.ts';
import type { Report } from './problems.ts';
import { excerpt } from './texts.ts';
import type { OwnerSection } from './types.ts';

const NOT_AN_OWNER = 'If it isn’t an owner, delete the heading or write the owner’s name in it.';

/** Suggests the heading in the standard format; null if it is too long to show. */
function headingSuggestion(section: Omit<OwnerSection, 'line'>): string | null {
  const heading = writeOwnerHeading(section);
  return heading.length > 120 ? null : `Write “${heading}”.`;
}

/**
 * Collects the owners in a document. A heading without "President", "Owner" or a term
 * names an owner only if a voyage follows; otherwise it is the document's title.
 */
export class Sections {
  readonly list: OwnerSection[] = [];
  private readonly report: Report;
  private readonly meaning: string;
  private undecided: OwnerSection | null = null;
  /** The heading that may turn out to be an owner or the document's title. */
  private written = '';

  /** @param meaning what a name without a term is read as */
  constructor(report: Report, meaning = 'the owner of the voyages below it') {
    this.report = report;
    this.meaning = meaning;
  }

  open(heading: string, line: number, misplaced: boolean): void {
    this.close();
    const { kind, name, term_start, term_end, marked, hasDates, unusableTerm, ...written } = readOwnerHeading(heading);
    const section: OwnerSection = { kind, name, term_start, term_end, line };
    const shortText = excerpt(name);
    const suggestion = unusableTerm === null ? headingSuggestion(section) : null;
    if (marked || hasDates || unusableTerm !== null) {
      this.list.push(section);
      if (!marked || written.isLoose) {
        this.warn(
          line,
          `“${excerpt(heading)}” is read as ${kind === 'president' ? 'a president' : 'an owner'}.`,
          suggestion,
        );
      }
    } else {
      this.undecided = section;
      this.written = heading;
    }
    if (written.url !== null)
      this.warn(line, `The link “${written.url}” in the heading is skipped.`, 'Enter it on the person’s page.');
    if (misplaced) this.warn(line, `“${shortText}” is read as a president or owner.`, suggestion);
    if (unusableTerm !== null) {
      const reason = hasDates ? 'ends before it starts' : 'couldn’t be read';
      const advice = 'Write it as “(August 9, 1974 to January 20, 1977)” or “(1925 to 1928)”.';
      this.warn(line, `The term “${excerpt(unusableTerm)}” ${reason}, so it’s skipped.`, advice);
    }
  }

  /** The index of the current section; null before the first one. */
  currentIndex(): number | null {
    if (this.undecided) {
      const section = this.undecided;
      const { line } = section;
      this.list.push(section);
      this.undecided = null;
      const shortText = excerpt(this.written);
      const heading = headingSuggestion(section);
      const suggestion = heading === null ? null : `${heading} ${NOT_AN_OWNER}`;
      this.warn(line, `“${shortText}” is read as ${this.meaning}.`, suggestion);
    }
    return this.list.length === 0 ? null : this.list.length - 1;
  }

  close(): void {
    if (this.undecided) {
      const { line } = this.undecided;
      this.warn(line, `There’s no voyage under “${excerpt(this.written)}”; it’s read as a document title and skipped.`);
    }
    this.undecided = null;
  }

  private warn(line: number, message: string, suggestion: string | null = null): void {
    this.report({ line, field: 'Owner', severity: 'warning', message, suggestion });
  }
}
