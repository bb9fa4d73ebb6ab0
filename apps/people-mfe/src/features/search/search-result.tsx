import type { Slots } from '@archive/shell-api';
import { Avatar, ResultItem } from '@archive/ui';

/** A person in the search results. Shows the excerpt if it contains a match. */
export function SearchResult({ result, href, title, excerpt }: Slots['search-result']) {
  return (
    <ResultItem
      kind="Person"
      title={title}
      href={href}
      subtitle={result.subtitle}
      excerpt={result.excerpt.some(({ match }) => match) && excerpt}
      picture={
        <span className="flex w-20 shrink-0 justify-center max-sm:w-auto">
          <Avatar name={result.title} src={result.thumbnail_url} />
        </span>
      }
    />
  );
}

export const component = SearchResult;
