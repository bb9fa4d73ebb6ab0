import { Link } from '@archive/router';
import { usePageTitle } from '@archive/shell-api';
import { linkClass } from '@archive/ui';
import { PLACES } from '../layout/places.ts';

/** An address that nothing answers to. */
export function NotFoundScreen() {
  usePageTitle('Page not found');
  return (
    <div className="max-w-measure py-10">
      <p className="text-13 tracking-caps text-faded uppercase">404</p>
      <h1 className="mt-2 font-serif text-35">Page not found</h1>
      <p className="mt-3 text-17 text-faded">Nothing in the archive has this address. From here you can go to:</p>
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        {PLACES.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={linkClass()}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
