import type { ReactNode } from 'react';
import type { RemoteComponentModule, RemoteComponents } from './components.ts';
import { MfeSlot } from './mfe-slot.tsx';
import { fillAddress } from './remote-modules.ts';
import type { Slots } from './slots.ts';

interface PlaceProps {
  /** What stands there while the other remote is away: a sentence. `retry` fetches it anew. */
  fallback: ReactNode | ((retry: () => void) => ReactNode);
  /** Shown until it is there; nothing unless said. */
  loading?: ReactNode;
}

export interface RemoteComponentProps<
  R extends keyof RemoteComponents,
  E extends keyof RemoteComponents[R],
> extends PlaceProps {
  remote: R;
  exposed: E;
  props: RemoteComponents[R][E];
}

/** A component that another remote lends. When that remote is away, this one lives on with `fallback`. */
export function RemoteComponent<R extends keyof RemoteComponents, E extends keyof RemoteComponents[R] & string>(
  props: RemoteComponentProps<R, E>,
) {
  return <Lent {...props} props={props.props as RemoteComponents[R][E] & object} />;
}

export interface FillProps<S extends keyof Slots> extends PlaceProps {
  remote: string;
  slot: S;
  props: Slots[S];
}

/**
 * A slot of this page that a remote fills with something of its own; nothing where it has nothing for it. Whatever happens in it stays
 * in it, as with a component that is lent.
 */
export function Fill<S extends keyof Slots>({ slot, ...place }: FillProps<S>) {
  return <Lent {...place} exposed={fillAddress(slot)} />;
}

interface LentProps<Props extends object> extends PlaceProps {
  remote: string;
  exposed: string;
  props: Props;
}

function Lent<Props extends object>({ remote, exposed, props, fallback, loading = null }: LentProps<Props>) {
  return (
    <MfeSlot
      inline
      remote={remote}
      exposed={exposed}
      loading={loading}
      fallback={(_, retry) => (typeof fallback === 'function' ? fallback(retry) : fallback)}
    >
      {(module) => {
        const { component: Component } = module as RemoteComponentModule<Props>;
        return <Component {...props} />;
      }}
    </MfeSlot>
  );
}
