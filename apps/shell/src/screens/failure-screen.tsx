import { messageOf } from '@archive/api-client';
import { useRouteError } from '@archive/router';
import { reportFailure } from '@archive/shell-api';
import { Button } from '@archive/ui';
import { useEffect } from 'react';

/** The last wall: something in the shell itself failed. */
export function FailureScreen() {
  const error = useRouteError();
  useEffect(() => reportFailure('shell', __VERSION__, error), [error]);
  return (
    <main className="mx-auto grid min-h-dvh max-w-measure content-center bg-paper px-6">
      <h1 className="font-serif text-35">The archive could not be shown</h1>
      <p className="mt-3 text-17 text-faded">
        Something in this page failed, and has been reported. Nothing that was saved is lost. Loading the page again
        usually helps.
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
