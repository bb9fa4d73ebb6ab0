import { Home, Images, Ship, Users } from '@archive/ui/icons';

/** The places of the archive, in the order of the navigation (SPEC section 2). */
export const PLACES = [
  { to: '/', label: 'Home', Icon: Home },
  { to: '/voyages', label: 'Voyages', Icon: Ship },
  { to: '/people', label: 'Passengers', Icon: Users },
  { to: '/media-explorer', label: 'Media Explorer', Icon: Images },
];
