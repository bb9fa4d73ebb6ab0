import { ApiError, messageOf } from '@archive/api-client';
import { Button, FailedState, Loading, SkeletonList, type StateProps } from '@archive/ui';
import type { ReactNode } from 'react';

export interface QueryStateProps extends Pick<StateProps, 'level' | 'className'> {
  query: { error: Error | null; isFetching: boolean; refetch(): unknown };
  /** A label above a skeleton of a list, or another skeleton. */
  loading: ReactNode;
  /** The title when the query failed; the message of the server is below it. By default, or as a function of the message, it is in the title. */
  failed?: string | ((message: string) => string);
  /** Beside Retry. */
  action?: ReactNode;
  /** Shown instead when the server rejects a parameter of the URL, because a retry can't help. */
  invalid?: { title: string; action: ReactNode };
}

/** A query that has no data: it is loading, or it failed and can be retried. */
export function QueryState({ query, loading, failed, action, invalid, ...rest }: QueryStateProps) {
  const { error, isFetching, refetch } = query;
  if (error) {
    const message = messageOf(error);
    if (invalid && error instanceof ApiError && error.status === 422)
      return (
        <FailedState {...rest} {...invalid}>
          {message}
        </FailedState>
      );
    const retry = (
      <Button busy={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    );
    const actions = action ? (
      <>
        {retry}
        {action}
      </>
    ) : (
      retry
    );
    return typeof failed === 'string' ? (
      <FailedState {...rest} title={failed} action={actions}>
        {message}
      </FailedState>
    ) : (
      <FailedState {...rest} title={failed?.(message) ?? message} action={actions} />
    );
  }
  return typeof loading === 'string' ? (
    <Loading label={loading}>
      <SkeletonList />
    </Loading>
  ) : (
    loading
  );
}
