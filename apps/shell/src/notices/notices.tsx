import { followReleases, isUnavailable, keys, registryQuery } from '@archive/api-client';
import { useQuery, useQueryClient } from '@archive/query';
import type { Registry } from '@archive/shell-api';
import { Button, Spinner, formatList } from '@archive/ui';
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react';
import { type Override, isShown, leavePreviews } from '../federation/overrides.ts';
import { useTitleOf } from '../placement/remotes.tsx';

/** The versions a registry gives this session, canaries included, as one comparable string. */
function versionsIn({ shell, apps }: Registry): string {
  const versionTexts = Object.entries(apps).map(([name, { version, manifest }]) => `${name} ${version} ${manifest}`);
  return [`shell ${shell?.version ?? ''}`, ...versionTexts.toSorted()].join('\n');
}

/** Offers to reload when newer versions are live than those that the page was opened with. The user decides when. */
export function NewVersionNotice({
  opened,
  previewsShell = false,
  reload = () => window.location.reload(),
}: {
  opened: Registry;
  /** Whether the page keeps its previewed shell, whichever version is live. */
  previewsShell?: boolean;
  reload?: () => void;
}) {
  const client = useQueryClient();
  useEffect(() => followReleases(client), [client]);
  const { data } = useQuery(registryQuery(opened));
  if (!data) return null;
  const current = previewsShell ? { ...data, shell: opened.shell } : data;
  if (versionsIn(current) === versionsIn(opened)) return null;
  return (
    <NoticeBar>
      A new version of the archive is available.
      <Button size="small" onClick={reload}>
        Reload
      </Button>
    </NoticeBar>
  );
}

function subscribeOnline(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Shown while the server can't be reached. Without a connection, queries and mutations wait, and none fails. */
export function UnavailableNotice() {
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const isFailing = useServerUnavailable();
  if (isOnline && !isFailing) return null;
  return (
    <NoticeBar>
      <Spinner className="shrink-0 text-navy" />
      {isOnline
        ? 'Can’t reach the server. Trying again...'
        : 'You’re offline. Loading and saving continue when you’re connected again.'}
    </NoticeBar>
  );
}

interface Props {
  overrides: readonly Override[];
  onLeave?: (overrides: readonly Override[]) => void;
}

/** Lists the versions that this tab previews, and offers to leave them. */
export function OverrideBanner({ overrides, onLeave = leavePreviews }: Props) {
  const titleOf = useTitleOf();
  const activeOverrides = overrides.filter(isShown);
  const rejected = overrides.filter(({ reason }) => reason);
  if (activeOverrides.length + rejected.length === 0) return null;
  return (
    <aside aria-label="Preview" className="sticky top-0 z-sticky border-b border-rule bg-leaf text-13 print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <div className="min-w-0 flex-1 basis-60 space-y-1">
          {activeOverrides.length > 0 && (
            <p>
              <strong className="font-semibold">Preview, in this tab only:</strong>{' '}
              {formatList(activeOverrides.map(({ name, requested }) => `${titleOf(name)} ${requested}`))} instead of the
              live version.
            </p>
          )}
          {rejected.map(({ name, requested, reason }) => (
            <p key={name}>
              Can’t show {titleOf(name)} {requested}. {reason}
            </p>
          ))}
        </div>
        <Button size="small" onClick={() => onLeave(overrides)}>
          {activeOverrides.length > 0 ? 'Exit preview' : 'Dismiss'}
        </Button>
      </div>
    </aside>
  );
}

/**
 * True while a query on screen fails because the server is unavailable. Background polling of ingest and registry fails silently
 * (SPEC section 8).
 */
function useServerUnavailable(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  return useSyncExternalStore(subscribe, () =>
    cache
      .getAll()
      .some(
        ({ state, queryKey, isActive }) =>
          isUnavailable(state.error) && queryKey[0] !== keys.ingest[0] && queryKey[0] !== keys.registry[0] && isActive,
      ),
  );
}

/** A one-line notice at the bottom of the window. */
export function NoticeBar({ children }: { children: ReactNode }) {
  return (
    <output className="flex max-w-full items-center gap-3 rounded border border-rule bg-leaf px-4 py-2 text-13 text-ink shadow-float">
      {children}
    </output>
  );
}
