import { currentEtag } from '@archive/api-client';

const KEY = 'voyages.own-saves';
const MAX_SAVES = 50;

const read = (): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
};

/** Record and version in an ETag. Compression may append a suffix to the ETag. */
const versionOf = (etag: string | undefined) => /\d+\.\d+/.exec(etag ?? '')?.[0];

/** Records a version that this browser has saved, for its other windows. */
export function rememberOwnSave(etag: string | undefined): void {
  const version = versionOf(currentEtag(etag));
  if (!version) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...read(), version].slice(-MAX_SAVES)));
  } catch {
    // Storage is unavailable: the other windows can't tell whose version it is.
  }
}

/** Whether a version was saved in this browser. */
export const isOwnSave = (etag: string | undefined): boolean => read().includes(versionOf(etag) ?? '');
