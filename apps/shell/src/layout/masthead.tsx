import { Link, NavLink } from '@archive/router';
import { EditModeSwitch, useArchive, useSession } from '@archive/shell-api';
import { Pennant } from '@archive/ui';
import { LogOut } from '@archive/ui/icons';
import { useState } from 'react';
import { PLACES } from './places.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const PLACE =
  'relative flex h-full items-center px-1 text-15 text-ink/80 hover:text-ink aria-[current=page]:text-ink ' +
  "aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-brass aria-[current=page]:after:content-['']";

/** The head of every signed-in screen. Dark in both themes, so everything in it takes the dark tokens. */
export function Masthead() {
  const archive = useArchive();
  return (
    <header className="relative z-masthead bg-masthead print:hidden">
      <div data-theme="dark" className="mx-auto flex h-14 max-w-page items-center gap-2 px-4 text-ink sm:gap-4 sm:px-6">
        {/* Where there is room for two short lines or one; on the narrowest phones the pennant stands for the name. */}
        <div className="@container min-w-0 flex-1">
          <Link to="/" className="flex w-fit max-w-full items-center gap-2.5 rounded-sm">
            <Pennant className="size-6 shrink-0" />
            <span className="sr-only font-serif text-15 leading-tight font-semibold @min-[7rem]:not-sr-only @min-[7rem]:line-clamp-2 @min-[13rem]:text-17 sm:text-21!">
              {archive.title}
            </span>
          </Link>
        </div>
        {/* Left of the links, so that they stay where they are when it comes and goes. */}
        <EditModeSwitch className="shrink-0 text-13 md:mr-3 whitespace-nowrap max-sm:gap-1.5 sm:text-15" />
        <nav aria-label="Main" className="hidden h-full gap-6 md:flex">
          {PLACES.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === '/'} className={PLACE}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="flex items-center gap-1 md:ml-2">
          <ThemeSwitch />
          <SignOut />
        </div>
      </div>
    </header>
  );
}

function SignOut() {
  const { signOut } = useSession();
  const [leaving, setLeaving] = useState(false);
  return (
    <button
      type="button"
      disabled={leaving}
      className="flex h-10 items-center gap-2 rounded px-2 text-15 text-ink/80 hover:bg-wash hover:text-ink disabled:opacity-60"
      onClick={() => {
        setLeaving(true);
        void signOut().finally(() => setLeaving(false));
      }}
    >
      <LogOut aria-hidden />
      <span className="sr-only sm:not-sr-only">Sign Out</span>
    </button>
  );
}
