import { frontendsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { useAllows } from '@archive/shell-api';
import { useTitleOf } from '../placement/remotes.tsx';

/** Returns the display name of a micro-frontend, even if it is registered but not live. */
export function useTitles(): (name: string) => string {
  const titleOf = useTitleOf();
  const { data } = useQuery({ ...frontendsQuery(), enabled: useAllows('operator') });
  return (name) => data?.apps.find((app) => app.name === name)?.registration?.description.title ?? titleOf(name);
}
