import type { Slots } from '@archive/shell-api';
import { Avatar, ResultItem } from '@archive/ui';

/** A person among the results of the search. The excerpt is shown if it says what matched. */
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
