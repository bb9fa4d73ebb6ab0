import type { Slots } from '@archive/shell-api';
import { Anchor, Avatar } from '@archive/ui';

/** A person among the results of the search. */
export function SearchResult({ result, href, title, excerpt }: Slots['search-result']) {
  return (
    <div className="relative flex items-start gap-4">
      <span className="flex w-20 shrink-0 justify-center max-sm:w-auto">
        <Avatar name={result.title} src={result.thumbnail_url} />
      </span>
      <div className="min-w-0">
        <p className="text-13 text-faded">Person</p>
        <h3 className="font-serif text-17">
          {href === undefined ? (
            title
          ) : (
            <Anchor href={href} className="rounded-sm decoration-brass underline-offset-4 hover:underline">
              {title}
            </Anchor>
          )}
        </h3>
        {result.subtitle && <p className="text-faded">{result.subtitle}</p>}
        {excerpt && result.excerpt.some(({ match }) => match) && <p className="mt-1 max-w-measure">{excerpt}</p>}
      </div>
    </div>
  );
}

export const component = SearchResult;
