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
