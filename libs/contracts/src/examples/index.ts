import type { Example } from './example.ts';
import { exportExamples } from './exports.ts';
import { mediaCaptionExamples } from './media-captions.ts';
import { fileTextExamples } from './file-text.ts';
import { iiifExamples } from './iiif.ts';
import { mediaIntakeExamples } from './media-intake.ts';
import { similarMediaExamples } from './media-similar.ts';
import { mediaPeopleExamples } from './media-people.ts';
import { mediaViewExamples } from './media-view.ts';
import { mediaExamples } from './media.ts';
import { bulkMediaExamples } from './media-bulk.ts';
import { peopleExamples } from './people.ts';
import { runningExamples } from './running.ts';
import { storageExamples } from './storage.ts';
import { tagExamples } from './tags.ts';
import { trashExamples } from './trash.ts';
import { voyageExamples } from './voyages.ts';

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
