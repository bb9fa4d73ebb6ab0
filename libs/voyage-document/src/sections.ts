import { readOwnerHeading, writeOwnerHeading } from './owner-heading.ts';
import type { Report } from './problems.ts';
import { excerpt } from './texts.ts';
import type { OwnerSection } from './types.ts';
import type { ReadVoyage } from './voyage.ts';

/** The owner of the voyages below a heading. */
export interface CurrentSection {
  section: number | null;
  without_president?: true;
}

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
  /** Whether the last heading says that there is no president. */
  isWithoutPresident = false;
  private index: number | null = null;
  private readonly stated = new Map<string, number>();

  /** @param meaning what a name without a term is read as */
  constructor(report: Report, meaning = 'the owner of the voyages below it') {
    this.report = report;
    this.meaning = meaning;
  }

  open(heading: string, line: number, misplaced: boolean): void {
    this.close();
    const { kind, name, term_start, term_end, marked, hasDates, unusableTerm, ...written } = readOwnerHeading(heading);
    this.isWithoutPresident = written.isNone;
    if (written.isNone) {
      this.index = null;
      this.warn(line, `“${excerpt(heading)}” is read as a section without a president or owner.`);
      return;
    }
    const section: OwnerSection = {
      kind,
      name,
      term_start,
      term_end,
      line,
      ...(written.isCertain ? {} : { unconfirmed: true }),
    };
    const shortText = excerpt(name);
    const suggestion = unusableTerm === null ? headingSuggestion(section) : null;
    if (written.isCertain && (marked || hasDates || unusableTerm !== null)) {
      this.index = this.list.push(section) - 1;
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
      this.index = this.list.push(section) - 1;
      this.undecided = null;
      const shortText = excerpt(this.written);
      const heading = headingSuggestion(section);
      const suggestion = heading === null ? null : `${heading} ${NOT_AN_OWNER}`;
      const meaning = section.unconfirmed
        ? 'may be a title. It’s read as an owner only if the archive knows one of this name, or if you confirm it'
        : `is read as ${this.meaning}`;
      this.warn(line, `“${shortText}” ${meaning}.`, suggestion);
    }
    return this.index;
  }

  /** Whose the voyages below the last heading are. */
  current(): CurrentSection {
    const section = this.currentIndex();
    return section === null && this.isWithoutPresident ? { section, without_president: true } : { section };
  }

  /** Gives a voyage the owner that it states itself, or else the one of its section. The voyages below it keep theirs. */
  place({ owner, ...voyage }: ReadVoyage, current: CurrentSection): Omit<ReadVoyage, 'owner'> {
    if (voyage.without_president) return { ...voyage, section: null };
    if (!owner) return { ...voyage, ...current };
    const key = JSON.stringify([owner.kind, owner.name, owner.term_start]);
    const section = this.stated.get(key) ?? this.list.push(owner) - 1;
    this.stated.set(key, section);
    return { ...voyage, section };
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
