import { SCOPES_OF_ROLE } from '@archive/contracts/access';
import { Link, useLocation } from '@archive/router';
import { EditModeSwitch, useAllows, useArchive, useSession } from '@archive/shell-api';
import { IconButton, Menu, Pennant } from '@archive/ui';
import { LogOut, UserRound } from '@archive/ui/icons';
import { type ReactNode, useState } from 'react';
import { CHANGES, type NavigationLink, useNavigation } from '../navigation.ts';
import { MastheadSearch } from '../search/masthead-search.tsx';
import { ThemeSwitch, nextTheme, useTheme } from './theme-switch.tsx';

const PLACE =
  'relative flex h-full items-center px-1 text-15 text-ink/80 hover:text-ink aria-[current=page]:text-ink ' +
  "aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-brass aria-[current=page]:after:content-['']";

/**
 * The masthead of signed-in screens, dark in both themes. Everything has the same place on every screen: the search field takes what the
 * rest leaves, and the Edit Mode switch keeps its space. Below `lg`, the theme is in the account menu.
 */
export function Masthead() {
  const archive = useArchive();
  const { main, other } = useNavigation();
  return (
    <header className="relative z-masthead bg-masthead print:hidden">
      <div
        data-theme="dark"
        className="mx-auto flex h-14 max-w-[90rem] items-center gap-1 px-2 text-ink min-[24rem]:px-4 min-[24rem]:gap-2 sm:px-6 md:max-lg:px-4 lg:gap-4"
      >
        <Link to="/" className="flex min-w-0 flex-1 items-center gap-2.5 rounded-sm xl:max-w-80 xl:flex-initial">
          <Pennant className="size-6 shrink-0 max-[26rem]:hidden md:max-lg:hidden" />
          <span className="line-clamp-2 min-w-0 font-serif text-13 leading-tight font-semibold min-[24rem]:text-15 lg:text-17 xl:text-21">
            {archive.title}
          </span>
        </Link>
        <MastheadSearch />
        <EditModeSwitch className="shrink-0 gap-1.5! text-13 leading-tight whitespace-nowrap max-[24rem]:w-19 max-[24rem]:whitespace-normal lg:text-15" />
        <nav
          aria-label="Main"
          className="hidden h-full shrink-0 gap-4 whitespace-nowrap md:flex md:max-lg:gap-2 xl:gap-6"
        >
          {main.map(({ label, ...place }) => (
            <PlaceLink key={place.to} {...place} className={PLACE}>
              {label}
            </PlaceLink>
          ))}
          {other.map(({ label, ...place }) => (
            <PlaceLink key={place.to} {...place} className={`${PLACE} max-[90rem]:hidden`}>
              {label}
            </PlaceLink>
          ))}
        </nav>
        <div className="flex shrink-0 items-center gap-1 whitespace-nowrap">
          <span className="max-lg:hidden">
            <ThemeSwitch />
          </span>
          <AccountMenu />
          <SignOut />
        </div>
      </div>
    </header>
  );
}

function SignOut() {
  const { signOut } = useSession();
  const [busy, setBusy] = useState(false);
  return (
    <button
      type="button"
      disabled={busy}
      className="flex h-10 min-w-10 items-center justify-center gap-2 rounded px-2 text-15 text-ink/80 hover:bg-wash hover:text-ink disabled:opacity-60"
      onClick={() => {
        setBusy(true);
        void signOut().finally(() => setBusy(false));
      }}
    >
      <LogOut aria-hidden />
      <span className="sr-only lg:not-sr-only">Sign Out</span>
    </button>
  );
}

/** The menu of the signed-in user. On narrow screens it also has the theme. */
function AccountMenu() {
  const { other } = useNavigation();
  const [theme, chooseTheme] = useTheme();
  const { role } = useSession();
  const isContributor = useAllows('contributor');
  const isCurator = useAllows('curator');
  const isAdministrator = useAllows('administrator');
  const isOperator = useAllows('operator');
  return (
    <Menu
      align="end"
      trigger={<IconButton plain label="Account" icon={<UserRound aria-hidden />} />}
      items={[
        ...other.map(({ to, label }) => ({ label, href: to })),
        { label: CHANGES.label, href: CHANGES.to },
        ...(isContributor ? [{ label: 'Proposals', href: '/account/proposals' }] : []),
        ...(isCurator ? [{ label: 'Edition', href: '/publishing' }] : []),
        { label: 'Your account', href: '/account' },
        { label: 'Where you’re signed in', href: '/account/sessions' },
        ...(role !== null && SCOPES_OF_ROLE[role].length > 0 ? [{ label: 'API tokens', href: '/account/tokens' }] : []),
        ...(isAdministrator ? [{ label: 'Accounts', href: '/ops/accounts' }] : []),
        ...(isOperator ? [{ label: 'System status', href: '/ops' }] : []),
        { label: `Theme: ${theme}`, onSelect: () => chooseTheme(nextTheme(theme)), className: 'lg:hidden!' },
      ]}
    />
  );
}

const BAR_PLACE =
  'flex flex-auto flex-col items-center gap-0.5 border-t-2 border-transparent px-2 pt-1.5 pb-2 text-13 text-faded aria-[current=page]:border-brass aria-[current=page]:text-ink';

/** The navigation links on a phone. */
export function BottomBar() {
  const { main } = useNavigation();
  return (
    <nav
      aria-label="Mobile"
      className="fixed inset-x-0 bottom-0 z-sticky border-t border-rule bg-leaf pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <div className="flex">
        {main.map(({ label, Icon, ...place }) => (
          <PlaceLink key={place.to} {...place} className={BAR_PLACE}>
            <Icon aria-hidden />
            {label}
          </PlaceLink>
        ))}
      </div>
    </nav>
  );
}

interface PlaceLinkProps extends Pick<NavigationLink, 'to' | 'recordPath'> {
  className: string;
  children: ReactNode;
}

/** A navigation link. It is marked as current on its page, on pages below it, and on the pages of its records. */
function PlaceLink({ to, recordPath, className, children }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const isAt = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const isCurrent = isAt(to) || (recordPath !== undefined && isAt(recordPath));
  return (
    <Link to={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}
