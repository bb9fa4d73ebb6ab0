import { Link } from '@archive/router';
import { ALL_MEDIA, COLLECTIONS, explorerHref } from '../urls.ts';

const VIEW =
  'flex min-h-10 items-center border-b-2 border-transparent text-faded hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink';

/** Navigation between the views of the library. */
export function ExplorerViews({ current }: { current: 'folders' | 'all' | 'collections' }) {
  const views = [
    { name: 'folders', label: 'Folders', to: explorerHref('') },
    { name: 'all', label: 'All media', to: ALL_MEDIA },
    { name: 'collections', label: 'Collections', to: COLLECTIONS },
  ];
  return (
    <nav aria-label="Views of the library" className="flex gap-6 border-b border-rule print:hidden">
      {views.map(({ name, label, to }) => (
        <Link key={name} to={to} aria-current={name === current ? 'page' : undefined} className={VIEW}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
