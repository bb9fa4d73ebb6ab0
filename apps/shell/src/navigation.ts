import { Home } from '@archive/ui/icons';
import { iconOf } from './placement/icons.ts';
import { byPosition, useRemotes } from './placement/remotes.tsx';

export interface NavigationLink {
  to: string;
  /** Path of the pages of its records, if they are not below `to`. */
  recordPath?: string | undefined;
  label: string;
  Icon: typeof Home;
}

const HOME: NavigationLink = { to: '/', label: 'Home', Icon: Home };

/** Number of links for which a phone has room. */
const MAIN_LINKS = 4;

/**
 * The navigation links (SPEC section 2): Home and the micro-frontends in the registry. Narrow screens show the `main` ones, and the
 * `other` ones in the account menu.
 */
export function useNavigation(): { all: NavigationLink[]; main: NavigationLink[]; other: NavigationLink[] } {
  const links = useRemotes().flatMap(({ name, path, record_path, navigation }) =>
    navigation ? [{ ...navigation, name, to: path, recordPath: record_path }] : [],
  );
  const all = [
    HOME,
    ...byPosition(links).map(({ icon, to, recordPath, label }) => ({ to, recordPath, label, Icon: iconOf(icon) })),
  ];
  return { all, main: all.slice(0, MAIN_LINKS), other: all.slice(MAIN_LINKS) };
}

/** The curators' list of changes, in the account menu and the footer. */
export const CHANGES = { to: '/changes', label: 'Changes' };
