import type { IngestProblem } from '@archive/contracts';

/** A problem in a document, as in the API. */
export type Problem = IngestProblem;

export interface Tallies {
  errors: number;
  mediaWarnings: number;
}
