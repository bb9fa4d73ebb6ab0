import { Loading, SkeletonList, Spinner } from '@archive/ui';

/** Shown until the session is known. With `unavailable`, says that the server can't be reached and that the page keeps trying. */
export function LoadingScreen({ unavailable }: { unavailable: boolean }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-paper px-6 text-center text-faded">
      <output className="flex flex-col items-center gap-4">
        <Spinner className="size-8 text-brass" />
        {unavailable ? (
          <span>
            <span className="block font-serif text-21 text-ink">Can’t reach the server</span>
            Trying again every few seconds. The archive will open as soon as the server responds.
          </span>
        ) : (
          <span className="sr-only">Loading the archive...</span>
        )}
      </output>
    </main>
  );
}

/** Shown while the code of a page loads. */
export function LoadingPage({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <SkeletonList />
    </Loading>
  );
}
