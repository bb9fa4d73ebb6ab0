import type { Slots } from '@archive/shell-api';
import { ResultItem, Thumbnail } from '@archive/ui';
import { Images, Ship } from '@archive/ui/icons';

/** A voyage, an album or a collection in the search results. */
export function SearchResult({ result, href, title, excerpt }: Slots['search-result']) {
  const isAlbum = result.kind === 'album';
  const Icon = isAlbum ? Images : Ship;
  return (
    <ResultItem
      kind={kindOf(result)}
      title={title}
      href={href}
      subtitle={result.subtitle && isAlbum ? `In ${result.subtitle}` : result.subtitle}
      excerpt={excerpt}
      picture={
        result.thumbnail_url ? (
          <Thumbnail src={result.thumbnail_url} alt="" className="h-16 w-20 shrink-0" />
        ) : (
          <span className="grid h-16 w-20 shrink-0 place-items-center rounded border border-rule text-brass">
            <Icon aria-hidden className="size-6" />
          </span>
        )
      }
    />
  );
}

const kindOf = ({ kind, voyage_slug }: Slots['search-result']['result']) => {
  if (kind !== 'album') return 'Voyage';
  return voyage_slug === null ? 'Collection' : 'Album';
};

export const component = SearchResult;
