import { accountExamples } from './accounts.ts';
import type { Example } from './example.ts';
import { exportExamples } from './exports.ts';
import { iiifExamples } from './iiif.ts';
import { mediaIntakeExamples } from './media-intake.ts';
import { mediaFileExamples } from './media-files.ts';
import { mediaSelectionExamples } from './media-selection.ts';
import { mediaExamples } from './media.ts';
import { peopleExamples } from './people.ts';
import { placeExamples } from './places.ts';
import { runningExamples } from './running.ts';
import { signInMethodExamples } from './sign-in-methods.ts';
import { storageExamples } from './storage.ts';
import { storyExamples } from './stories.ts';
import { voyageExamples } from './voyages.ts';

export type { Example } from './example.ts';

/** Examples by operation id. */
export const examples: ReadonlyMap<string, Example> = new Map([
  ...accountExamples,
  ...signInMethodExamples,
  ...voyageExamples,
  ...peopleExamples,
  ...placeExamples,
  ...storyExamples,
  ...mediaExamples,
  ...mediaFileExamples,
  ...mediaSelectionExamples,
  ...storageExamples,
  ...exportExamples,
  ...runningExamples,
  ...mediaIntakeExamples,
  ...iiifExamples,
]);
