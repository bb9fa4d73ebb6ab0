import { followReleases, ingestStatusQuery, isUnavailable, keys, registryQuery } from '@archive/api-client';
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

/** Shown while the server can't be reached. */
export function UnavailableNotice() {
  if (!useServerUnavailable()) return null;
  return (
    <NoticeBar>
      <Spinner className="shrink-0 text-navy" />
      Can’t reach the server. Trying again...
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

/** Background polling fails silently (SPEC section 8), unless the browser says that it is offline. */
const isPolled = ([first, second]: readonly unknown[]) =>
  first === keys.registry[0] || (first === keys.ingest[0] && second === 'status');

/** True while a query on screen fails because the server is unavailable. */
function useServerUnavailable(): boolean {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  useEffect(() => {
    // Pages that need nothing from the server would show nothing. A server on the same machine can still be reached.
    const check = () => void client.refetchQueries({ queryKey: ingestStatusQuery().queryKey });
    for (const event of CONNECTION) window.addEventListener(event, check);
    return () => {
      for (const event of CONNECTION) window.removeEventListener(event, check);
    };
  }, [client]);
  return useSyncExternalStore(subscribe, () =>
    cache
      .getAll()
      .some(
        (query) =>
          isUnavailable(query.state.error) && !(isPolled(query.queryKey) && navigator.onLine) && query.isActive(),
      ),
  );
}
const CONNECTION = ['online', 'offline'];

/** A one-line notice at the bottom of the window. */
export function NoticeBar({ children }: { children: ReactNode }) {
  return (
    <output className="flex max-w-full items-center gap-3 rounded border border-rule bg-leaf px-4 py-2 text-13 text-ink shadow-float">
      {children}
    </output>
  );
}
