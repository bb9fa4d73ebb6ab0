import { messageOf } from '@archive/api-client';
import { Button, FailedState } from '@archive/ui';

interface LoadFailedProps {
  title: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  level?: 1;
}

/** Says why something can’t be loaded, with a button that tries again. */
export const LoadFailed = ({ title, query: { error, isFetching, refetch }, level }: LoadFailedProps) => (
  <FailedState
    title={title}
    level={level}
    action={
      <Button busy={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    }
  >
    {messageOf(error)}
  </FailedState>
);
