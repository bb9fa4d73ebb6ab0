import type { Published } from '@archive/contracts';

/** Display name of each micro-frontend. */
export const NAMES: Record<Published, string> = {
  shell: 'Shell',
  voyages: 'Voyages',
  people: 'Passengers',
  media: 'Media Explorer',
};
