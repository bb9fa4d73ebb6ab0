import type { Published } from '@archive/contracts';

/** What people call the front ends. */
export const NAMES: Record<Published, string> = {
  shell: 'Shell',
  voyages: 'Voyages',
  people: 'Passengers',
  media: 'Media Explorer',
};
