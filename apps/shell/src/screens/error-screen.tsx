import { messageOf } from '@archive/api-client';
import { useRouteError } from '@archive/router';
import { reportFailure } from '@archive/shell-api';
import { Button } from '@archive/ui';
import { useEffect } from 'react';

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
