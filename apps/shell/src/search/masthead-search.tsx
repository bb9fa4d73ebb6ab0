import { Link, useLocation } from '@archive/router';
import { useIsEditing } from '@archive/shell-api';
import { cx } from '@archive/ui';
import { Search } from '@archive/ui/icons';
import { SearchBox } from './search-box.tsx';
import { SEARCH, stateOf } from './search-url.ts';
import { FOCUS_SEARCH, useSlashKey } from './use-slash-key.ts';

/** Classes for the window widths at which the masthead has room for the field. In Edit Mode, the masthead has one more link. */
export function useSearchFieldClasses(): { block: string; hidden: string } {
  return useIsEditing()
    ? { block: 'min-[85rem]:block', hidden: 'min-[85rem]:hidden' }
    : { block: 'xl:block', hidden: 'xl:hidden' };
}

/** The search in the masthead: a field where there is room, otherwise an icon that opens the search page. */
export function MastheadSearch() {
  const { pathname, search } = useLocation();
  useSlashKey();
  const fieldClasses = useSearchFieldClasses();
  const q = pathname === SEARCH ? stateOf(new URLSearchParams(search)).q : '';
  return (
    <>
      <SearchBox
        label="Search the archive"
        placeholder="Search"
        value={q}
        className={cx('hidden min-w-36 flex-1', fieldClasses.block)}
      />
      <Link
        to={SEARCH}
        state={FOCUS_SEARCH}
        aria-label="Search the archive"
        className={cx(
          'grid size-10 shrink-0 place-items-center rounded text-ink/80 hover:bg-wash hover:text-ink',
          fieldClasses.hidden,
        )}
      >
        <Search aria-hidden />
      </Link>
    </>
  );
}
