import type { Slots } from '@archive/shell-api';
import { type MediaKind, ResultItem, Thumbnail } from '@archive/ui';

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

/** "page 3", or "part 3" for a Word document, which has parts instead of pages. */
const pageName = ({ url, page }: Slots['search-result']['result']) =>
  `${url?.endsWith('.docx') ? 'part' : 'page'} ${page ?? 1}`;

/** A media item, or the text of a file, in the search results. */
export function SearchResult({ result, href, title, excerpt }: Slots['search-result']) {
  return (
    <ResultItem
      kind={result.kind === 'text' ? `Text in a file, ${pageName(result)}` : 'Media'}
      title={title}
      href={href}
      subtitle={result.subtitle}
      excerpt={excerpt}
      picture={
        <Thumbnail
          src={result.thumbnail_url}
          alt=""
          kind={KINDS[result.media_type ?? ''] ?? 'other'}
          className="h-16 w-20 shrink-0"
        />
      }
    />
  );
}

export const component = SearchResult;
