import type { Slots } from '@archive/shell-api';
import { Avatar, ResultItem } from '@archive/ui';

/** A person in the search results. */
export function SearchResult({ result, href, title, excerpt }: Slots['search-result']) {
  return (
    <ResultItem
      kind="Person"
      title={title}
      href={href}
      subtitle={result.subtitle}
      excerpt={excerpt}
      picture={
        <span className="flex w-20 shrink-0 justify-center">
          <Avatar name={result.title} src={result.thumbnail_url} />
        </span>
      }
    />
  );
}

export const component = SearchResult;
