import { Button, FailedState, PortalScope, SkeletonList } from '@archive/ui';
import { Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadAgain, RemoteLoadError, remoteModule, tellShown, versionOf } from './remote-modules.ts';
import { reportFailure } from './report-failure.ts';

export interface MfeSlotProps {
  /** Name in the registry. */
  remote: string;
  /** What it exposes, such as `./routes`. */
  exposed: string;
  /** Makes the elements out of the loaded module. */
  children(module: unknown): ReactNode;
  /** Shown until the module is there. */
  loading?: ReactNode;
  /** Shown when it cannot be had or fails while it runs; `retry` fetches it anew. */
  fallback?: (error: unknown, retry: () => void) => ReactNode;
  /** When it changes, what failed gets another chance: the address, for pages. */
  resetKey?: string;
  /** Without a box of its own: for a component amid the elements of another front end. */
  inline?: boolean;
}

/** The place of one remote on the page. Whatever happens in it stays in it. */
export function MfeSlot({ remote, exposed, children, loading, fallback, resetKey = '', inline }: MfeSlotProps) {
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    loadAgain(remote, exposed);
    setAttempt(attempt + 1);
  };
  return (
    <PortalScope value={remote}>
      <div data-mfe={remote} style={inline ? { display: 'contents' } : undefined}>
        <ErrorBoundary
          resetKey={`${attempt} ${resetKey}`}
          onError={(error) => {
            // A failed fetch has been reported where it happened.
            if (!(error instanceof RemoteLoadError)) reportFailure(remote, versionOf(remote), error);
          }}
          fallback={(error) =>
            fallback ? (
              fallback(error, retry)
            ) : (
              <Away remote={remote} page={exposed === './routes'} error={error} retry={retry} />
            )
          }
        >
          <Suspense fallback={loading ?? <SkeletonList />}>
            <Loaded key={attempt} remote={remote} exposed={exposed}>
              {children}
            </Loaded>
          </Suspense>
        </ErrorBoundary>
      </div>
    </PortalScope>
  );
}

function Loaded({ remote, exposed, children }: Pick<MfeSlotProps, 'remote' | 'exposed' | 'children'>) {
  const module = use(remoteModule(remote, exposed));
  useEffect(() => tellShown(remote), [remote]);
  return children(module);
}

interface AwayProps {
  remote: string;
  /** It stands for a whole page, whose heading it is then. */
  page: boolean;
  error: unknown;
  retry: () => void;
}

function Away({ remote, page, error, retry }: AwayProps) {
  const late = error instanceof RemoteLoadError;
  return (
    <div data-mfe-failed={remote}>
      <FailedState
        level={page ? 1 : undefined}
        title={late ? 'This part of the archive cannot be reached.' : 'This part of the archive has stopped.'}
        action={
          <Button variant="primary" onClick={retry}>
            Retry
          </Button>
        }
      >
        The rest works as before. It may be back in a moment.
      </FailedState>
    </div>
  );
}
