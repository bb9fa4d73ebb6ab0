import type { DocumentProblem, VoyageDocument } from '@archive/voyage-document';

/** A range of source lines, 1-based and inclusive. */
export interface Span {
  from: number;
  to: number;
}

/** Maps the line numbers of a converted document to those of its source. */
export function mapLines(document: VoyageDocument, spanOf: (line: number) => Span): VoyageDocument {
  const withSourceLines = <T extends { line: number; end_line: number }>(item: T): T => {
    const { from, to } = spanOf(item.line);
    return { ...item, line: from, end_line: to };
  };
  return {
    ...document,
    sections: document.sections.map((section) => ({ ...section, line: spanOf(section.line).from })),
    voyages: document.voyages.map(withSourceLines),
    rejected: document.rejected.map(withSourceLines),
    problems: document.problems
      .map((problem): DocumentProblem => ({ ...problem, line: spanOf(problem.line).from }))
      .toSorted((left, right) => left.line - right.line),
  };
}
