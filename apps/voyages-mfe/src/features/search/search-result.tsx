import type { Slots } from '@archive/shell-api';
import { Anchor, Thumbnail } from '@archive/ui';
import { Images, Ship } from '@archive/ui/icons';

/** A voyage or an album among the results of the search. */
export function SearchResult({ result, href, title, excerpt }: Slots['search-result']) {
  const isAlbum = result.kind === 'album';
  const Icon = isAlbum ? Images : Ship;
  return (
    <div className="relative flex items-start gap-4">
      {result.thumbnail_url ? (
        <Thumbnail src={result.thumbnail_url} alt="" className="h-16 w-20 shrink-0" />
      ) : (
        <span className="grid h-16 w-20 shrink-0 place-items-center rounded border border-rule text-brass max-sm:h-10 max-sm:w-12">
          <Icon aria-hidden className="size-6" />
        </span>
      )}
      <div className="min-w-0">
        <p className="text-13 text-faded">{isAlbum ? 'Album' : 'Voyage'}</p>
        <h3 className="font-serif text-17">
          {href === undefined ? (
            title
          ) : (
            <Anchor href={href} className="rounded-sm decoration-brass underline-offset-4 hover:underline">
              {title}
            </Anchor>
          )}
        </h3>
        {result.subtitle && <p className="text-faded">{isAlbum ? `In ${result.subtitle}` : result.subtitle}</p>}
        {excerpt && <p className="mt-1 max-w-measure">{excerpt}</p>}
      </div>
    </div>
  );
}

export const component = SearchResult;
