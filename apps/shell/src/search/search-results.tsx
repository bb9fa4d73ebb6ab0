import type { SearchHit } from '@archive/contracts';
import { Fill } from '@archive/shell-api';
import { ResultItem, SkeletonBlock } from '@archive/ui';
import type { ReactNode } from 'react';
import { Marked } from './search-box.tsx';
import { useRemotes } from '../placement/remotes.tsx';
import { hrefOf, KINDS } from './search-url.ts';

/** Results of all kinds in one list. Each result is rendered by the remote of its kind. */
export function SearchResults({ label, results, q }: { label: string; results: readonly SearchHit[]; q: string }) {
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
