import type { Example } from './example.ts';
import { exportExamples } from './of-exports.ts';
import { mediaExamples } from './of-media.ts';
import { severalMediaExamples } from './of-several-media.ts';
import { peopleExamples } from './of-people.ts';
import { runningExamples } from './of-running.ts';
import { storageExamples } from './of-storage.ts';
import { voyageExamples } from './of-voyages.ts';

export type { Example } from './example.ts';

/** For each call, by its id, what it may be sent and what it answers. */
export const examples: ReadonlyMap<string, Example> = new Map([
  ...voyageExamples,
  ...peopleExamples,
  ...mediaExamples,
  ...severalMediaExamples,
  ...storageExamples,
  ...exportExamples,
  ...runningExamples,
]);
