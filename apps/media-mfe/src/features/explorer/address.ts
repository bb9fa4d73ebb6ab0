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
