import type { IngestProblem } from '@archive/contracts';

/** A problem in a document, as in the API. */
export type Problem = IngestProblem;

export interface ProblemCounts {
  errors: number;
  mediaWarnings: number;
}
