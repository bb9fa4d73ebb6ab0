import { Component, type ReactNode } from 'react';

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
