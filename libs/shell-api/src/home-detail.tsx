import { homeQuery } from '@archive/api-client';
import type { Home } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { SkeletonText } from '@archive/ui';
import type { ReactNode } from 'react';

export interface HomeDetailProps {
  /** Today in the user's time zone, `MM-DD`. */
  day: string;
  children(home: Home): ReactNode;
}

/** Loads the data for a `home-card` slot. One response serves the cards of all remotes. */
export function HomeDetail({ day, children }: HomeDetailProps) {
  const { data: home, isError } = useQuery(homeQuery(day));
  if (home) return children(home);
  return isError ? <p>Can’t load this right now.</p> : <SkeletonText />;
}
