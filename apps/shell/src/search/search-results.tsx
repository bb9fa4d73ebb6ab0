import type { SearchHit } from '@archive/contracts';
import { Fill } from '@archive/shell-api';
import { ResultItem, SkeletonText } from '@archive/ui';
import type { ReactNode } from 'react';
import { Marked } from './marked.tsx';
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
  const excerpt = result.excerpt.length > 0 ? <Marked runs={result.excerpt} /> : null;
  const plain = { result, href, title, excerpt };
  if (!remote) return <PlainResult {...plain} />;
  return (
    <Fill
      remote={remote.name}
      slot="search-result"
      props={plain}
      loading={<SkeletonText />}
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
  note?: string;
}

/** A result with only the data of the search, for when its remote can't render it. */
const PlainResult = ({ result, ...rest }: PlainResultProps) => (
  <ResultItem kind={KINDS[result.kind].singular} subtitle={result.subtitle} {...rest} />
);
