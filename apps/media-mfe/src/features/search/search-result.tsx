import type { Slots } from '@archive/shell-api';
import { Anchor, type MediaKind, Thumbnail } from '@archive/ui';

const KINDS: Readonly<Record<string, MediaKind>> = {
  image: 'image',
  pdf: 'pdf',
  video: 'video',
  audio: 'audio',
  document: 'document',
  article: 'document',
  logbook: 'document',
  book: 'document',
};

/** Word documents have parts instead of pages. */
const pageName = ({ url, page }: Slots['search-result']['result']) =>
  `${url?.endsWith('.docx') ? 'part' : 'page'} ${page ?? 1}`;

/** A media item, or the text of one, among the results of the search. */
export function SearchResult({ result, href, title, excerpt }: Slots['search-result']) {
  return (
    <div className="relative flex items-start gap-4">
      <Thumbnail
        src={result.thumbnail_url}
        alt=""
        kind={KINDS[result.media_type ?? ''] ?? 'other'}
        className="h-16 w-20 shrink-0"
      />
      <div className="min-w-0">
        <p className="text-13 text-faded">{result.kind === 'text' ? `Text in a file, ${pageName(result)}` : 'Media'}</p>
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
        {excerpt && <p className="mt-1 max-w-measure">{excerpt}</p>}
      </div>
    </div>
  );
}

export const component = SearchResult;
