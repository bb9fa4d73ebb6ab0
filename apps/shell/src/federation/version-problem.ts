import { isNotFound, messageOf } from '@archive/api-client';

/** Why a version of the shell or of the micro-frontend with this title can't be shown. */
export const versionProblem = (error: unknown, title: string, version: string): string =>
  isNotFound(error) ? `${title} has no version ${version}.` : messageOf(error);
