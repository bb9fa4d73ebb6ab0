import type { ReactNode } from 'react';
import type { RemoteComponentModule, RemoteComponents } from './components.ts';
import { MfeSlot } from './mfe-slot.tsx';

export interface RemoteComponentProps<R extends keyof RemoteComponents, E extends keyof RemoteComponents[R]> {
  remote: R;
  exposed: E;
  props: RemoteComponents[R][E];
  /** What stands there while the other remote is away: a sentence. `retry` fetches it anew. */
  fallback: ReactNode | ((retry: () => void) => ReactNode);
  /** Shown until it is there; nothing unless said. */
  loading?: ReactNode;
}

/** A component that another remote lends. When that remote is away, this one lives on with `fallback`. */
export function RemoteComponent<R extends keyof RemoteComponents, E extends keyof RemoteComponents[R] & string>({
  remote,
  exposed,
  props,
  fallback,
  loading = null,
}: RemoteComponentProps<R, E>) {
  return (
    <MfeSlot
      inline
      remote={remote}
      exposed={exposed}
      loading={loading}
      fallback={(_, retry) => (typeof fallback === 'function' ? fallback(retry) : fallback)}
    >
      {(module) => {
        const { component: Lent } = module as RemoteComponentModule<RemoteComponents[R][E]>;
        return <Lent {...(props as RemoteComponents[R][E] & object)} />;
      }}
    </MfeSlot>
  );
}
