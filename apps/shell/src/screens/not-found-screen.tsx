import { Link } from '@archive/router';
import { usePageTitle } from '@archive/shell-api';
import { linkClass } from '@archive/ui';
import { useNavigation } from '../navigation.ts';

/** Shown for unknown routes. */
export function NotFoundScreen() {
  usePageTitle('Page not found');
  const { all } = useNavigation();
  return (
    <div className="max-w-measure py-10">
      <p className="text-13 tracking-caps text-faded uppercase">404</p>
      <h1 className="mt-2 font-serif text-35">Page not found</h1>
      <p className="mt-3 text-17 text-faded">There’s no page at this address. Try one of these:</p>
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        {all.map(({ to, label }) => (
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
