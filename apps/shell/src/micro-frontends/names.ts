import type { Publishable } from '@archive/contracts';

/** Display name of each micro-frontend. */
export const NAMES: Record<Publishable, string> = {
  shell: 'Shell',
  voyages: 'Voyages',
  people: 'Passengers',
  media: 'Media Explorer',
};
