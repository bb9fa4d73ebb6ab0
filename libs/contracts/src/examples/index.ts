import type { Example } from './example.ts';
import { exportExamples } from './of-exports.ts';
import { mediaCaptionExamples } from './of-media-captions.ts';
import { fileTextExamples } from './of-file-text.ts';
import { iiifExamples } from './of-iiif.ts';
import { mediaIntakeExamples } from './of-media-intake.ts';
import { similarMediaExamples } from './of-media-similar.ts';
import { mediaPeopleExamples } from './of-media-people.ts';
import { mediaViewExamples } from './of-media-view.ts';
import { mediaExamples } from './of-media.ts';
import { bulkMediaExamples } from './of-media-bulk.ts';
import { peopleExamples } from './of-people.ts';
import { runningExamples } from './of-running.ts';
import { storageExamples } from './of-storage.ts';
import { tagExamples } from './of-tags.ts';
import { trashExamples } from './of-trash.ts';
import { voyageExamples } from './of-voyages.ts';

export type { Example } from './example.ts';

/** Examples by operation id. */
export const examples: ReadonlyMap<string, Example> = new Map([
  ...voyageExamples,
  ...peopleExamples,
  ...mediaExamples,
  ...bulkMediaExamples,
  ...storageExamples,
  ...exportExamples,
  ...runningExamples,
  ...tagExamples,
  ...fileTextExamples,
  ...mediaCaptionExamples,
  ...mediaViewExamples,
  ...mediaIntakeExamples,
  ...similarMediaExamples,
  ...mediaPeopleExamples,
  ...iiifExamples,
  ...trashExamples,
]);
