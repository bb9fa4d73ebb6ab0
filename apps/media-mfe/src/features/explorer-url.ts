import { useSearchParams } from '@archive/router';

/** Explorer URL of a folder (`path`), and of a file in it (`file`). */
export function explorerHref(path: string, file?: string): string {
  const params = new URLSearchParams();
  if (path !== '') params.set('path', path);
  if (file !== undefined) params.set('file', file);
  return params.size > 0 ? `/media-explorer?${params}` : '/media-explorer';
}

/** The open folder and file, from the URL. */
export function useExplorerLocation(): { path: string; file: string | null } {
  const [params] = useSearchParams();
  return { path: params.get('path') ?? '', file: params.get('file') };
}

/** Folder search, stored in the URL as `q` without adding history entries. */
export function useFolderSearch(): [string, (q: string) => void] {
  const [params, setParams] = useSearchParams();
  const search = (q: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (q === '') next.delete('q');
        else next.set('q', q);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get('q') ?? '', search];
}

/** URL prefix of stored files; the rest is the path in the library. */
const FILES = '/media-files/';

/** Explorer URL of a stored file; undefined for an external URL. */
export function fileHref(url: string): string | undefined {
  if (!url.startsWith(FILES)) return undefined;
  const parts = decodeURIComponent(url.slice(FILES.length)).split('/');
  return explorerHref(parts.slice(0, -1).join('/'), parts.at(-1));
}

/** Folder of a stored file; undefined for an external URL. */
export function folderOf(url: string): string | undefined {
  if (!url.startsWith(FILES)) return undefined;
  return decodeURIComponent(url.slice(FILES.length)).split('/').slice(0, -1).join('/');
}

/** Permanent URL of a media item. With `album`, its page links to the neighbors in that album. */
export const mediaHref = (slug: string, album?: string) =>
  `/media/${slug}${album === undefined ? '' : `?${new URLSearchParams({ album })}`}`;

/** URL of the IIIF manifest of a media item, a JSON document from the server. */
export const manifestHref = (slug: string) => `/iiif/media/${slug}/manifest.json`;

/** URL of the page with the text of a file. */
export const textHref = (slug: string) => `/media-explorer/text?${new URLSearchParams({ media: slug })}`;
