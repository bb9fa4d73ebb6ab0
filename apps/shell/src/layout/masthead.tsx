import { Link } from '@archive/router';
import { EditModeSwitch, useArchive, useIsEditing, useSession } from '@archive/shell-api';
import { Pennant } from '@archive/ui';
import { LogOut } from '@archive/ui/icons';
import { useState } from 'react';
import { CHANGES, useNavigation } from '../navigation.ts';
import { MastheadSearch } from '../search/masthead-search.tsx';
import { AccountMenu } from './account-menu.tsx';
import { PlaceLink } from './place-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const PLACE =
  'relative flex h-full items-center px-1 text-15 text-ink/80 hover:text-ink aria-[current=page]:text-ink ' +
  "aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-brass aria-[current=page]:after:content-['']";

/** The masthead of signed-in screens, dark in both themes. */
export function Masthead() {
  const archive = useArchive();
  const isEditing = useIsEditing();
  const { main, other } = useNavigation();
  return (
    <header className="relative z-masthead bg-masthead print:hidden">
      <div
        data-theme="dark"
        className="mx-auto flex h-14 max-w-[90rem] items-center gap-2 px-4 text-ink sm:gap-4 sm:px-6 md:max-lg:gap-2"
      >
        {/* One or two lines where they fit. On the narrowest phones the pennant replaces the name. */}
        <div className="@container min-w-0 flex-1 xl:max-w-72 xl:flex-[2_1_15rem]">
          <Link to="/" className="flex w-fit max-w-full items-center gap-2.5 rounded-sm">
            <Pennant className="size-6 shrink-0" />
            <span className="sr-only font-serif text-15 leading-tight font-semibold @min-[7rem]:not-sr-only @min-[7rem]:line-clamp-2 @min-[13rem]:text-17 sm:text-21!">
              {archive.title}
            </span>
          </Link>
        </div>
        <MastheadSearch />
        {/* Left of the links, so that they don't move when the switch appears. */}
        <EditModeSwitch className="shrink-0 text-13 lg:mr-3 whitespace-nowrap max-sm:gap-1.5 sm:text-15" />
        <nav aria-label="Main" className="hidden h-full gap-6 md:flex md:max-lg:gap-4 xl:shrink-0 xl:whitespace-nowrap">
          {main.map(({ label, ...place }) => (
            <PlaceLink key={place.to} {...place} className={PLACE}>
              {label}
            </PlaceLink>
          ))}
          {other.map(({ label, ...place }) => (
            <PlaceLink key={place.to} {...place} className={`${PLACE} max-lg:hidden`}>
              {label}
            </PlaceLink>
          ))}
          {isEditing && (
            <PlaceLink to={CHANGES.to} className={`${PLACE} max-lg:hidden`}>
              {CHANGES.label}
            </PlaceLink>
          )}
        </nav>
        <div className="flex items-center gap-1 md:ml-2 xl:shrink-0 xl:whitespace-nowrap">
          <ThemeSwitch />
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
      className="flex h-10 items-center gap-2 rounded px-2 text-15 text-ink/80 hover:bg-wash hover:text-ink disabled:opacity-60"
      onClick={() => {
        setBusy(true);
        void signOut().finally(() => setBusy(false));
      }}
    >
      <LogOut aria-hidden />
      <span className="sr-only sm:not-sr-only">Sign Out</span>
    </button>
  );
}
