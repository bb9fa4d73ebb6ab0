import { useSearchParams } from '@archive/router';

/** Address of a folder, and of a file in it: the folder as `path`, the file's name as `file`. */
export function explorerHref(path: string, file?: string): string {
  const params = new URLSearchParams();
  if (path !== '') params.set('path', path);
  if (file !== undefined) params.set('file', file);
  return params.size > 0 ? `/media-explorer?${params}` : '/media-explorer';
}

/** Where the explorer is, as the address says. */
export function useExplorerPlace(): { path: string; file: string | null } {
  const [params] = useSearchParams();
  return { path: params.get('path') ?? '', file: params.get('file') };
}

/** The words that a folder is searched for, as `q` in the address; changing them is no step of its own to go back by. */
export function useFolderSearch(): [string, (q: string) => void] {
  const [params, setParams] = useSearchParams();
  const search = (q: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (q === '') next.delete('q');
        else next.set('q', q);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get('q') ?? '', search];
}

/** Where the server answers stored files; what follows is the path in the library. */
const FILES = '/media-files/';

/** The address in the explorer of a stored file; a file outside of the library has none. */
export function fileHref(url: string): string | undefined {
  if (!url.startsWith(FILES)) return undefined;
  const parts = decodeURIComponent(url.slice(FILES.length)).split('/');
  return explorerHref(parts.slice(0, -1).join('/'), parts.at(-1));
}
