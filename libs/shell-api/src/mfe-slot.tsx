import { Button, FailedState, PortalScope, SkeletonList } from '@archive/ui';
import { Component, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { RemoteLoadError, onModuleShown, reloadRemote, remoteModule, versionOf } from './remote-modules.ts';
import { reportFailure } from './report-failure.ts';

export interface MfeSlotProps {
  /** The remote's name in the registry. */
  remote: string;
  /** The exposed module, such as `./routes`. */
  exposed: string;
  /** Renders the loaded module. */
  children(module: unknown): ReactNode;
  /** Shown while the module loads. */
  loading?: ReactNode;
  /** Shown when loading or rendering fails. `retry` fetches the module again. */
  fallback?: (error: unknown, retry: () => void) => ReactNode;
  /** A change clears the error state; for pages, the pathname. */
  resetKey?: string;
  /** Renders without a block box, for a component inside another micro-frontend's layout. */
  inline?: boolean;
}

/** Renders one remote's module behind its own error boundary and Suspense. */
export function MfeSlot({ remote, exposed, children, loading, fallback, resetKey = '', inline }: MfeSlotProps) {
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    reloadRemote(remote, exposed);
    setAttempt(attempt + 1);
  };
  return (
    <PortalScope value={remote}>
      <div data-mfe={remote} style={inline ? { display: 'contents' } : undefined}>
        <ErrorBoundary
          resetKey={`${attempt} ${resetKey}`}
          onError={(error) => {
            // Load errors are already reported by remoteModule.
            if (!(error instanceof RemoteLoadError)) reportFailure(remote, versionOf(remote), error, 'render');
          }}
          fallback={(error) =>
            fallback ? (
              fallback(error, retry)
            ) : (
              <RemoteUnavailable remote={remote} page={exposed === './routes'} error={error} retry={retry} />
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
  useEffect(() => onModuleShown(remote), [remote]);
  return children(module);
}

interface RemoteUnavailableProps {
  remote: string;
  /** Whether the error replaces a full page, so that its title is the `h1`. */
  page: boolean;
  error: unknown;
  retry: () => void;
}

function RemoteUnavailable({ remote, page, error, retry }: RemoteUnavailableProps) {
  const isUnreachable = error instanceof RemoteLoadError;
  return (
    <div data-mfe-failed={remote}>
      <FailedState
        level={page ? 1 : undefined}
        title={isUnreachable ? 'This page couldn’t be loaded' : 'Something went wrong on this page'}
        action={
          <Button variant="primary" onClick={retry}>
            Retry
          </Button>
        }
      >
        The rest of the archive still works. Try again in a moment.
      </FailedState>
    </div>
  );
}

interface Props {
  children: ReactNode;
  fallback(error: unknown): ReactNode;
  onError?: (error: unknown) => void;
  /** A change resets the boundary. */
  resetKey: string | number;
}

interface State {
  failure: { error: unknown; resetKey: string | number } | null;
}

/** Renders `fallback` when its children throw. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error, resetKey: '' } };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (!state.failure || state.failure.resetKey === props.resetKey) return null;
    if (state.failure.resetKey === '') return { failure: { ...state.failure, resetKey: props.resetKey } };
    return { failure: null };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    return this.state.failure ? this.props.fallback(this.state.failure.error) : this.props.children;
  }
}
