import type { ReactNode } from 'react';
import { EMPTY_FILL } from './contract.ts';
import type { RemoteComponentModule, RemoteComponents, Slots } from './components.ts';
import { MfeSlot } from './mfe-slot.tsx';
import { fillModule } from './remote-modules.ts';

interface SlotProps {
  /** A sentence shown when the remote is unavailable. `retry` loads the remote again. */
  fallback: ReactNode | ((retry: () => void) => ReactNode);
  /** Shown while loading; nothing by default. */
  loading?: ReactNode;
}

export interface RemoteComponentProps<
  R extends keyof RemoteComponents,
  E extends keyof RemoteComponents[R],
> extends SlotProps {
  remote: R;
  exposed: E;
  props: RemoteComponents[R][E];
}

/** A component of another remote. If that remote is unavailable, shows `fallback` instead. */
export function RemoteComponent<R extends keyof RemoteComponents, E extends keyof RemoteComponents[R] & string>(
  props: RemoteComponentProps<R, E>,
) {
  return <RemoteSlot {...props} props={props.props as RemoteComponents[R][E] & object} />;
}

export interface FillProps<S extends keyof Slots> extends SlotProps {
  remote: string;
  slot: S;
  props: Slots[S];
  /** Shown if the remote doesn't fill the slot, because its version is older than the slot; nothing by default. */
  empty?: ReactNode;
}

/**
 * The place of a slot: renders the component that another remote lists for it under `fills` in its `./routes`. Isolated like
 * RemoteComponent.
 */
export function Fill<S extends keyof Slots>({ slot, ...place }: FillProps<S>) {
  return <RemoteSlot {...place} exposed={fillModule(slot)} />;
}

interface RemoteSlotProps<Props extends object> extends SlotProps {
  remote: string;
  exposed: string;
  props: Props;
  empty?: ReactNode;
}

function RemoteSlot<Props extends object>({
  remote,
  exposed,
  props,
  fallback,
  loading = null,
  empty = null,
}: RemoteSlotProps<Props>) {
  return (
    <MfeSlot
      inline
      remote={remote}
      exposed={exposed}
      loading={loading}
      fallback={(_, retry) => (typeof fallback === 'function' ? fallback(retry) : fallback)}
    >
      {(module) => {
        if (module === EMPTY_FILL) return empty;
        const { component: Component } = module as RemoteComponentModule<Props>;
        return <Component {...props} />;
      }}
    </MfeSlot>
  );
}
