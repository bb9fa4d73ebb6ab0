import { type Registry, useAllows } from '@archive/shell-api';
import { createContext, use, useMemo, type ReactNode } from 'react';
import { frontendsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';

type App = Registry['apps'][string];

/** A micro-frontend of this page, and where the archive shows it. */
interface Remote extends App {
  name: string;
}

const SHELL_TITLE = 'Shell';

const RemotesContext = createContext<readonly Remote[]>([]);

/** Provides the micro-frontends of a registry to the layout and the pages of the shell. */
export function RemotesProvider({ registry, children }: { registry: Registry; children: ReactNode }) {
  const remotes = useMemo(() => Object.entries(registry.apps).map(([name, app]) => ({ ...app, name })), [registry]);
  return <RemotesContext value={remotes}>{children}</RemotesContext>;
}

export const useRemotes = (): readonly Remote[] => use(RemotesContext);

/** Display name of a micro-frontend: its title, or the name itself if the registry has none. */
export function useTitleOf(): (name: string) => string {
  const remotes = useRemotes();
  return (name) => (name === 'shell' ? SHELL_TITLE : (remotes.find((remote) => remote.name === name)?.title ?? name));
}

/** Compares by the position in the registration, then by name. */
export const byPosition = <T extends { position: number; name: string }>(items: readonly T[]): T[] =>
  items.toSorted((first, second) => first.position - second.position || first.name.localeCompare(second.name));

/** Returns the display name of a micro-frontend, even if it is registered but not live. */
export function useTitles(): (name: string) => string {
  const titleOf = useTitleOf();
  const { data } = useQuery({ ...frontendsQuery(), enabled: useAllows('operator') });
  return (name) => data?.apps.find((app) => app.name === name)?.registration?.description.title ?? titleOf(name);
}
