import { searchSuggestionsQuery } from '@archive/api-client';
import type { Excerpt, SearchSuggestion } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { useNavigate } from '@archive/router';
import { useIsEditing } from '@archive/shell-api';
import { SearchField, cx, formatCount, useSearchText } from '@archive/ui';
import { FileText, Images, MapPin, RotateCw, Search, Ship, UserRound } from '@archive/ui/icons';
import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useState,
} from 'react';
import { KINDS, MAX_LENGTH, hrefOf, urlOfQuery } from './search-url.ts';

const PAUSE_MS = 150;
const MIN_LENGTH = 2;

const ICONS = { voyage: Ship, person: UserRound, media: Images, album: Images, text: FileText, place: MapPin };

interface Option {
  key: string;
  /** URL that the option opens; undefined for a search. */
  href: string | undefined;
  query: string;
  content: ReactNode;
}

interface SearchBoxProps {
  label: string;
  /** A placeholder that is shorter than the label, where there is less room. */
  placeholder?: string;
  /** The current query, from the URL. */
  value: string;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** The search field of the archive. Lists recent searches while it is empty, and suggestions while the user types. */
export function SearchBox({ label, placeholder = label, value, className, ref }: SearchBoxProps) {
  const id = useId();
  const navigate = useNavigate();
  const isEditing = useIsEditing();
  const { text: typed, setText: setTyped, markSent } = useSearchText(value);
  const [isOpen, setOpen] = useState(false);
  // The active option by key rather than index, because new suggestions may move it.
  const [activeKey, setActiveKey] = useState<string>();
  const query = useSettled(typed.trim());
  const isSuggesting = isOpen && query.length >= MIN_LENGTH && typed.trim().length >= MIN_LENGTH;
  const { data, isError } = useQuery({
    ...searchSuggestionsQuery({ q: query, ...(isEditing ? {} : { curator_notes: '0' }) }),
    enabled: isSuggesting,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const suggestions = isSuggesting ? (data ?? []) : [];
  const recent = typed.trim() === '' && isOpen ? recentSearches() : [];
  const options: Option[] =
    typed.trim() === ''
      ? recent.map((query) => ({ key: query, href: undefined, query, content: <Line Icon={RotateCw}>{query}</Line> }))
      : [...suggestions.map(optionOf), allResults(typed.trim())];
  const active = options.findIndex(({ key }) => key === activeKey);
  const isListShown = isOpen && (typed.trim() === '' ? recent.length > 0 : typed.trim().length >= MIN_LENGTH);

  const close = () => {
    setOpen(false);
    setActiveKey(undefined);
  };
  const openOption = (option: Option | undefined) => {
    const query = option?.query ?? typed.trim();
    if (!option?.href && query === '') return;
    close();
    if (!option?.href) {
      setTyped(query);
      markSent(query);
    }
    const href = option?.href ?? urlOfQuery(query);
    if (href.startsWith('/')) void navigate(href);
    else window.open(href, '_blank', 'noopener,noreferrer');
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // During IME composition, the keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const count = options.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isListShown) setOpen(true);
      // Arrow keys cycle through the options and the field itself.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (count > 0) setActiveKey(options[((active + 1 + step + count + 1) % (count + 1)) - 1]?.key);
    } else if (event.key === 'Escape' && isListShown) {
      close();
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close();
  };

  return (
    <search className={cx('relative', className)} onKeyDownCapture={handleKeyDown} onBlur={handleBlur}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          openOption(isListShown ? options[active] : undefined);
        }}
      >
        <SearchField
          ref={ref}
          label={label}
          placeholder={placeholder}
          maxLength={MAX_LENGTH}
          value={typed}
          data-search-box=""
          aria-keyshortcuts="/"
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onValueChange={(next) => {
            setTyped(next);
            setOpen(true);
            setActiveKey(undefined);
          }}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot show what matched
          role="combobox"
          aria-expanded={isListShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isListShown && active >= 0 ? `${id}-${active}` : undefined}
        />
      </form>
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
        role="listbox"
        aria-label={typed.trim() === '' ? 'Recent searches' : 'Suggestions'}
        hidden={!isListShown}
        className="absolute top-12 right-0 left-0 z-menu max-h-[70dvh] overflow-y-auto rounded border border-rule bg-leaf py-1 text-ink shadow-float sm:min-w-96"
      >
        {options.map((option, index) => (
          <button
            key={option.key}
            type="button"
            tabIndex={-1}
            id={`${id}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native option has text only
            role="option"
            aria-selected={active === index}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => openOption(option)}
            className={cx(
              'block w-full px-3 py-2 text-left hover:bg-wash',
              active === index && 'bg-wash outline-2 -outline-offset-2 outline-brass',
            )}
          >
            {option.content}
          </button>
        ))}
      </div>
      <output className="sr-only">
        {isSuggesting && data && !isError && `${formatCount(suggestions.length, 'suggestion')} available`}
      </output>
    </search>
  );
}

/** The text, once typing pauses. */
function useSettled(text: string): string {
  const [settledText, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settledText;
}

function optionOf(suggestion: SearchSuggestion): Option {
  const { kind, slug, title, title_excerpt, subtitle, excerpt } = suggestion;
  const details = excerpt.length > 0 ? <Marked runs={excerpt} /> : subtitle;
  return {
    key: `${kind} ${slug ?? title}`,
    href: hrefOf(suggestion),
    query: title,
    content: (
      <Line Icon={ICONS[kind]} details={details}>
        <span className="sr-only">{kind === 'place' ? 'Place' : KINDS[kind].singular}: </span>
        <Marked runs={title_excerpt} />
      </Line>
    ),
  };
}

const allResults = (query: string): Option => ({
  key: ' all',
  href: undefined,
  query,
  content: <Line Icon={Search}>All results for “{query}”</Line>,
});

function Line({ Icon, details, children }: { Icon: typeof Ship; details?: ReactNode; children: ReactNode }) {
  return (
    <span className="flex gap-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brass" />
      <span className="min-w-0">
        <span className="block truncate">{children}</span>
        {details && <span className="line-clamp-2 text-13 text-faded">{details}</span>}
      </span>
    </span>
  );
}

/** A string with its matches marked. */
export function Marked({ runs }: { runs: Excerpt }) {
  return runs.map(({ text, match }, index) =>
    match ? (
      // The runs have no identity but their position.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index}>{text}</mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{text}</Fragment>
    ),
  );
}

const KEY = 'recent-searches';
const MAX_COUNT = 8;

/** The searches of this browser session, newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((text): text is string => typeof text === 'string').slice(0, MAX_COUNT)
      : [];
  } catch {
    return [];
  }
}

export function rememberSearch(q: string): void {
  const others = recentSearches().filter((text) => text.toLowerCase() !== q.toLowerCase());
  try {
    sessionStorage.setItem(KEY, JSON.stringify([q, ...others].slice(0, MAX_COUNT)));
  } catch {
    // Session storage is unavailable: searches aren't remembered.
  }
}

export function forgetSearches(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Session storage is unavailable: there is nothing to remove.
  }
}
