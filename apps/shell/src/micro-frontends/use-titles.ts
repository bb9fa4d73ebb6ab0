import { frontendsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { useTitleOf } from '../placement/remotes.tsx';

/** Display names, also of micro-frontends that are registered and not live. */
export function useTitles(): (name: string) => string {
  const titleOf = useTitleOf();
  const { data } = useQuery(frontendsQuery());
  return (name) => data?.apps.find((app) => app.name === name)?.registration?.description.title ?? titleOf(name);
}
