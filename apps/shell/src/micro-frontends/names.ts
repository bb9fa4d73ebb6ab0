import { isNotFound, messageOf } from '@archive/api-client';
import type { Publishable } from '@archive/contracts';

/** Display name of each micro-frontend. */
export const NAMES: Record<Publishable, string> = {
  shell: 'Shell',
  voyages: 'Voyages',
  people: 'Passengers',
  media: 'Media Explorer',
};

/** Display name, or the name itself if it is unknown. */
export const nameOf = (name: string): string => (Object.hasOwn(NAMES, name) ? NAMES[name as Publishable] : name);

/** Why a version can't be shown. */
export const versionProblem = (error: unknown, name: string, version: string): string =>
  isNotFound(error) ? `${nameOf(name)} has no version ${version}.` : messageOf(error);
