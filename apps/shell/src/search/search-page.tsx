import { ApiError, messageOf, searchOverviewQuery, searchQuery } from '@archive/api-client';
import { keepPreviousData, useQuery } from '@archive/query';
import { useLocation } from '@archive/router';
import { QueryState, useEditMode, usePageTitle, Fill } from '@archive/shell-api';
import {
  Button,
  Chip,
  Disclosure,
  EmptyState,
  FailedState,
  LinkButton,
  NoMatchesState,
  PageHeader,
  Pagination,
  Select,
  TextLink,
  ResultItem,
  SkeletonBlock,
} from '@archive/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { SearchHit } from '@archive/contracts';
import { SearchBox, forgetSearches, recentSearches, rememberSearch, Marked } from './search-box.tsx';
import { KindTabs, SearchFilters, chosenFilters, withoutFilters } from './search-filters.tsx';
import {
  type ChangeSearch,
  PAGE_SIZE,
  SORTS,
  type SearchState,
  type Sort,
  TAGS,
  overviewParams,
  searchParams,
  urlOf,
  urlOfQuery,
  useSearchState,
  hrefOf,
  KINDS,
} from './search-url.ts';
import { useRemotes } from '../placement/remotes.tsx';

/** /search: everything that matches a query, by kind. The query and all filters are in the URL. */
export function SearchPage() {
  const { state, change } = useSearchState();
  const box = useRef<HTMLInputElement>(null);
  const location = useLocation();
  const wantsFocus = (location.state as { focusSearch?: boolean } | null)?.focusSearch === true;
  const { q } = state;
  const { tag } = state.filters;
  const isSearch = q !== '' || Object.keys(state.filters).length > 0;
  usePageTitle(q ? `Search: ${q}` : tag ? `Tag: ${tag}` : 'Search');
  useEffect(() => {
    if (!wantsFocus) return undefined;
    // Focus the field after the heading, which gets the focus on each navigation.
    const frame = requestAnimationFrame(() => box.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [wantsFocus, location.key]);
  useEffect(() => {
    if (state.q) rememberSearch(state.q);
  }, [state.q]);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={q ? <>Results for “{q}”</> : tag ? <>Tag: {tag}</> : 'Search'}
        actions={!q && <LinkButton href={TAGS}>All tags</LinkButton>}
      />
      <SearchBox ref={box} label="Search the archive" value={state.q} className="xl:hidden" />
      {isSearch ? (
        <FoundResults state={state} change={change} />
      ) : (
        <>
          <Start />
          <SearchHelp open />
        </>
      )}
    </div>
  );
}

/** Shown before a search: the latest searches. */
function Start() {
  const [recent, setRecent] = useState(recentSearches);
  if (recent.length === 0)
    return (
      <EmptyState title="Search the archive">
        Type a name, a place, a date, or a word. Voyages, people, media, and albums are searched together.
      </EmptyState>
    );
  return (
    <section aria-labelledby="recent-searches">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="recent-searches" className="text-21">
          Recent searches
        </h2>
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            forgetSearches();
            setRecent([]);
          }}
        >
          Clear
        </Button>
      </div>
      <ul className="divide-y divide-rule border-y border-rule">
        {recent.map((q) => (
          <li key={q} className="py-2">
            <TextLink href={urlOfQuery(q)}>{q}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FoundResults({ state, change }: { state: SearchState; change: ChangeSearch }) {
  const { editing } = useEditMode();
  const results = useQuery({ ...searchQuery(searchParams(state, editing)), placeholderData: keepPreviousData });
  const overview = useQuery({
    ...searchOverviewQuery(overviewParams(state, editing)),
    placeholderData: keepPreviousData,
  });
  const activeFilters = chosenFilters(state, overview.data);
  const { data } = results;
  // The suggested correction comes with the overview. It is above the results, so wait for both when it may be needed.
  const isLoading =
    !results.isError && (!data || (overview.isPending && !data.items.some(({ match }) => match === 'words')));

  const list = () => {
    if (results.error instanceof ApiError && results.error.status === 422) {
      // A parameter in the URL is invalid, so a retry can't help.
      const names = results.error.errors.map(({ path }) => path).filter((name) => name in state.filters);
      const isKnown = names.length > 0;
      return (
        <FailedState
          title="A filter isn’t valid"
          action={
            <Button
              onClick={() => change(({ filters }) => ({ filters: isKnown ? withoutFilters(filters, names) : {} }))}
            >
              {names.length === 1 ? 'Remove filter' : isKnown ? 'Remove invalid filters' : 'Clear filters'}
            </Button>
          }
        >
          {isKnown && `${names.map((name) => `“${state.filters[name as keyof typeof state.filters]}”`).join(', ')}: `}
          {messageOf(results.error)}
        </FailedState>
      );
    }
    if (results.isError || !data || isLoading)
      return <QueryState query={results} failed="Can’t load the results" loading="Searching..." />;
    const exact = data.items.filter(({ match }) => match === 'words');
    const similarItems = data.items.filter(({ match }) => match !== 'words');
    const noMatches = similarItems.length > 0 ? 'No exact matches' : 'Nothing found';
    const similarTitle = similarItems[0]?.match === 'similar' ? 'Similar spellings' : 'Partial matches';
    const correction = overview.data?.did_you_mean;
    return (
      <div
        aria-busy={results.isPlaceholderData}
        data-stale={results.isPlaceholderData || undefined}
        className="flex min-w-0 flex-col gap-6"
      >
        {correction && (
          <p className="text-17">
            Did you mean{' '}
            <TextLink href={urlOf({ ...state, q: correction, page: 1 })} className="font-serif font-semibold">
              {correction}
            </TextLink>
            ?
          </p>
        )}
        {exact.length > 0 && (
          <section>
            <h2 className="sr-only">Results</h2>
            <SearchResults label="Results" results={exact} q={state.q} />
          </section>
        )}
        {exact.length === 0 && (
          <NoMatchesState
            title={state.q ? `${noMatches} for “${state.q}”` : noMatches}
            action={
              (activeFilters.length > 0 || state.kind) && (
                <Button onClick={() => change(() => ({ filters: {}, kind: undefined }))}>Clear filters</Button>
              )
            }
          >
            {activeFilters.length > 0 || state.kind
              ? 'No record has all of the words and matches all of the filters.'
              : 'No record has all of the words. Check the spelling, or use fewer words.'}
          </NoMatchesState>
        )}
        {data.total > 0 && (
          <Pagination
            page={state.page}
            pageSize={PAGE_SIZE}
            total={data.total}
            more={data.more}
            hrefOf={(page) => urlOf({ ...state, page })}
          />
        )}
        {similarItems.length > 0 && (
          <section aria-labelledby="near-matches">
            <h2 id="near-matches" className="text-21">
              {similarTitle}
            </h2>
            <p className="text-faded">
              {similarItems[0]?.match === 'similar'
                ? 'These records have words spelled similarly to what you typed.'
                : 'These records don’t have all of your words.'}
            </p>
            <SearchResults label={similarTitle} results={similarItems} q={state.q} />
          </section>
        )}
      </div>
    );
  };

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <KindTabs state={state} change={change} counts={overview.data?.kinds} />
        <Select
          label="Sort by"
          hideLabel
          value={state.sort}
          options={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => change(() => ({ sort: target.value as Sort }))}
        />
      </div>
      {activeFilters.length > 0 && (
        <ul aria-label="Active filters" className="flex flex-wrap gap-2">
          {activeFilters.map(({ label, names }) => (
            <li key={label} className="max-w-full">
              <Chip
                removeLabel={`Remove filter: ${label}`}
                onRemove={() => change(({ filters }) => ({ filters: withoutFilters(filters, names) }))}
              >
                {label}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[1fr_15rem]">
        <div className="min-w-0 max-lg:order-2">{list()}</div>
        <SearchFilters state={state} change={change} overview={overview.data} isPending={overview.isPending} />
      </div>
      {!isLoading && <SearchHelp open={false} />}
    </>
  );
}

const EXAMPLES: readonly [query: string, meaning: string][] = [
  ['Nimitz 1949', 'Records with all of the words. You can type just the beginning of the last word.'],
  ['"Camp David"', 'These words in this order.'],
  ['AT&T, C-54, No. 9', 'Words with signs, as they are written.'],
  ['menu -Kennedy', 'Records that mention “menu” but not “Kennedy”.'],
  ['April 1943, 1940s, 6/19/1973, summer 1946', 'Voyages and media from that date or period.'],
  ['JFK, J.F.K., Ike', 'Initials and nicknames.'],
  ['president:truman', 'A president’s or owner’s voyages, with their people, media, and albums.'],
  ['person:kissinger', 'Voyages with this person aboard. Use it twice for two people.'],
  ['place:"Mount Vernon"', 'Voyages that start or end there.'],
  ['tag:menu', 'Media and people with this tag.'],
  ['after:1945 before:1950', 'After the end of 1945 and before the start of 1950.'],
];

/** Examples of search syntax. */
function SearchHelp({ open }: { open: boolean }) {
  return (
    <Disclosure key={String(open)} label="How to search" defaultOpen={open} className="print:hidden">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {EXAMPLES.map(([query, meaning]) => (
          <div key={query} className="contents">
            <dt className="font-medium wrap-anywhere">{query}</dt>
            <dd className="mb-2 text-faded sm:mb-0">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}

/** Results of all kinds in one list. Each result is rendered by the remote of its kind. */
function SearchResults({ label, results, q }: { label: string; results: readonly SearchHit[]; q: string }) {
  return (
    <ol aria-label={label} className="divide-y divide-rule">
      {results.map((result) => (
        <li key={`${result.kind} ${result.slug}`} className="py-4">
          <Result result={result} q={q} />
        </li>
      ))}
    </ol>
  );
}

function Result({ result, q }: { result: SearchHit; q: string }) {
  const remote = useRemotes().find(
    ({ slots = [], search_kinds = [] }) => slots.includes('search-result') && search_kinds.includes(result.kind),
  );
  const href = hrefOf(result, q);
  const title = <Marked runs={result.title_excerpt} />;
  // The excerpt of a person repeats the subtitle, unless it contains a match.
  const hasExcerpt = result.kind === 'person' ? result.excerpt.some(({ match }) => match) : result.excerpt.length > 0;
  const excerpt = hasExcerpt ? <Marked runs={result.excerpt} /> : null;
  const plain = { result, href, title, excerpt };
  if (!remote) return <PlainResult {...plain} />;
  return (
    <Fill
      remote={remote.name}
      slot="search-result"
      props={plain}
      loading={<PlainResult {...plain} picture={<Picture />} />}
      empty={<PlainResult {...plain} />}
      fallback={<PlainResult {...plain} note="Can’t load details right now." />}
    />
  );
}

interface PlainResultProps {
  result: SearchHit;
  href: string | undefined;
  title: ReactNode;
  excerpt: ReactNode;
  picture?: ReactNode;
  note?: string;
}

/** Placeholder for the picture that the remote shows, so that the text stays where it is. The shell's classes don't apply in the slot. */
const Picture = () => (
  <span style={{ flex: '0 0 5rem', height: '4rem', overflow: 'hidden' }}>
    <SkeletonBlock />
  </span>
);

/** A result with only the data of the search, for when its remote can't render it. */
const PlainResult = ({ result, ...rest }: PlainResultProps) => (
  <ResultItem kind={KINDS[result.kind].singular} subtitle={result.subtitle} {...rest} />
);
