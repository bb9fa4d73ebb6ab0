import { Home, Images, Ship, Users } from '@archive/ui/icons';

/** The navigation links (SPEC section 2). */
export const NAVIGATION = [
  { to: '/', label: 'Home', Icon: Home },
  { to: '/voyages', label: 'Voyages', Icon: Ship },
  { to: '/people', label: 'Passengers', Icon: Users },
  { to: '/media-explorer', label: 'Media Explorer', Icon: Images },
];

/** The curators' list of changes: in the main navigation in edit mode, and always in the footer. */
export const CHANGES = { to: '/changes', shortLabel: 'Changes', label: 'Recent changes' };
