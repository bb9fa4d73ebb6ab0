import { messageOf } from '@archive/api-client';
import { useRouteError } from '@archive/router';
import { reportFailure } from '@archive/shell-api';
import { Button, Loading, SkeletonList, Spinner } from '@archive/ui';
import { useEffect } from 'react';

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

/** The root error boundary's screen. */
export function ErrorScreen() {
  const error = useRouteError();
  useEffect(() => reportFailure('shell', __VERSION__, error, 'render'), [error]);
  return (
    <main className="mx-auto grid min-h-dvh max-w-measure content-center bg-paper px-6">
      <h1 className="font-serif text-35">Something went wrong</h1>
      <p className="mt-3 text-17 text-faded">
        We’ve been notified. Your saved work is safe. Reloading the page usually fixes this.
      </p>
      <p className="mt-3 text-13 text-faded">{messageOf(error)}</p>
      <div className="mt-6 flex gap-3">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
        <Button onClick={() => window.location.assign('/')}>Home</Button>
      </div>
    </main>
  );
}
