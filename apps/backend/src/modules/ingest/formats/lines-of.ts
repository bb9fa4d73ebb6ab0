import type { DocumentProblem, VoyageDocument } from '@archive/voyage-document';

/** Lines of a source, 1-based and both included. */
export interface Span {
  from: number;
  to: number;
}

/** A document that was made of another text, with its lines as they are there: `spanOf` tells them for each of its own. */
export function inLinesOf(document: VoyageDocument, spanOf: (line: number) => Span): VoyageDocument {
  const placed = <T extends { line: number; end_line: number }>(one: T): T => {
    const { from, to } = spanOf(one.line);
    return { ...one, line: from, end_line: to };
  };
  return {
    ...document,
    sections: document.sections.map((section) => ({ ...section, line: spanOf(section.line).from })),
    voyages: document.voyages.map(placed),
    rejected: document.rejected.map(placed),
    problems: document.problems
      .map((problem): DocumentProblem => ({ ...problem, line: spanOf(problem.line).from }))
      .toSorted((left, right) => left.line - right.line),
  };
}
