import { Link } from '@archive/router';
import { EditModeSwitch, useArchive, useSession } from '@archive/shell-api';
import { Pennant } from '@archive/ui';
import { LogOut } from '@archive/ui/icons';
import { useState } from 'react';
import { useNavigation } from '../navigation.ts';
import { MastheadSearch } from '../search/masthead-search.tsx';
import { AccountMenu } from './account-menu.tsx';
import { PlaceLink } from './place-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

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
