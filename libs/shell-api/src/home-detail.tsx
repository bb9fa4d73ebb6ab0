import { homeQuery } from '@archive/api-client';
import type { Home } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { SkeletonText } from '@archive/ui';
import type { ReactNode } from 'react';

export interface HomeDetailProps {
  /** The reader's day of the year, `MM-DD`. */
  day: string;
  children(home: Home): ReactNode;
}

/** Around what fills the slot `home-card`: one answer serves the cards of all remotes; until it is there, or is not, each says so. */
export function HomeDetail({ day, children }: HomeDetailProps) {
  const { data: home, isError } = useQuery(homeQuery(day));
  if (home) return children(home);
  return isError ? <p>This cannot be read at the moment.</p> : <SkeletonText />;
}
