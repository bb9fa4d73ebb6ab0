import type { CrashReason, SandboxCrash } from './sandbox-process.ts';
import { MAX_CRASHES } from './quarantine.ts';

/** A task of a sandboxed process. */
export interface Task {
  kind: 'picture' | 'document' | 'tiles' | 'pages' | 'playback' | 'text' | 'recognition';
  /** The title of the record or the name of the file, for operators. */
  name: string;
  options?: readonly string[];
}

/** Why there is no preview: the file is damaged, it is missing, or the archive can't render it. */
type FailureCause = 'damaged' | 'missing' | 'unsupported';

/** The file can't be decoded, now or later. The message is shown to curators. */
export class FileRejection extends Error {
  /** Whether other pages of the file would be rejected as well. */
  readonly isFinal: boolean;
  readonly failure: FailureCause;

  constructor(message: string, { isFinal = false, failure = 'unsupported' as FailureCause } = {}) {
    super(message);
    this.isFinal = isFinal;
    this.failure = failure;
  }
}

const CRASH_REASONS: Record<CrashReason, string> = {
  memory: 'needed too much memory',
  time: 'took too long',
  crash: 'failed unexpectedly',
};
export const TASK_NAMES = {
  picture: 'Generating a preview',
  document: 'Reading this document',
  tiles: 'Preparing this image for zooming',
  pages: 'Rendering the pages of this document',
  playback: 'Converting this file for browsers',
  text: 'Reading the text of this file',
  recognition: 'Recognizing the text of this file',
};
const CONSEQUENCES = {
  picture: 'The file itself is kept.',
  tiles: 'The file itself is kept.',
  pages: 'The file itself is kept.',
  playback: 'Download it to open it.',
  text: 'The file itself is kept.',
  recognition: 'The file itself is kept.',
  document: 'Nothing was imported. Save it as Markdown or CSV and import that.',
};

/** For a file that is quarantined. */
export const quarantineRejection = (kind: Task['kind'], reason: CrashReason) =>
  new FileRejection(
    `${TASK_NAMES[kind]} ${CRASH_REASONS[reason]} ${MAX_CRASHES === 2 ? 'twice' : `${MAX_CRASHES} times`}, so it won’t be tried again automatically. ${CONSEQUENCES[kind]}`,
  );

/** For a file that isn't quarantined, and isn't retried automatically. */
export const crashRejection = (kind: Task['kind'], reason: CrashReason) =>
  new FileRejection(`${TASK_NAMES[kind]} ${CRASH_REASONS[reason]}. ${CONSEQUENCES[kind]}`);

/** For operators. */
export const crashLog = ({ kind, name }: Task, { reason, message }: SandboxCrash) =>
  `${TASK_NAMES[kind]} ${CRASH_REASONS[reason]} for ${name}: ${message}`;
