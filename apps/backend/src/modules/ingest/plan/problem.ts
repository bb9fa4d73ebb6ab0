import type { IngestProblem } from '@archive/contracts';

/** Something that a person should look at; the same as the interface answers. */
export type Problem = IngestProblem;

export interface Tallies {
  errors: number;
  mediaWarnings: number;
}
