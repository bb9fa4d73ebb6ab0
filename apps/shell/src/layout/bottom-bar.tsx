import { NavLink } from '@archive/router';
import { PLACES } from './places.ts';

const PLACE =
  'flex flex-col items-center justify-center gap-0.5 border-t-2 border-transparent px-1 pt-1.5 pb-2 text-13 text-faded aria-[current=page]:border-brass aria-[current=page]:text-ink';

/** The same links on a phone, within reach of the thumb. */
export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-sticky border-t border-rule bg-leaf pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <div className="grid grid-cols-4">
        {PLACES.map(({ to, label, Icon }) => (
          <NavLink key={to} to={to} end={to === '/'} className={PLACE}>
            <Icon aria-hidden />
            <span className="max-w-full truncate">{label}</span>
          </NavLink>
        ))}
      </div>
    </nav>
  );
}
