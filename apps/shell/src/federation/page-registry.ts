import { fetchRegistry } from '@archive/api-client';
import { reportShown, type Registry } from '@archive/shell-api';
import { REGISTRY_TIMEOUT_MS, installRemotes } from './remotes.ts';
import { type Override, readOverrides, rememberShownShell, withOverrides } from './overrides.ts';

/** The registry this page runs on, with this tab's version overrides. */
export interface PageRegistry {
  registry: Registry;
  overrides: Override[];
}

/** Registers the remotes of a registry, with this tab's overrides applied. */
export async function applyRegistry(registry: Registry): Promise<PageRegistry> {
  const overrides = await readOverrides(registry);
  installRemotes(
    withOverrides(registry, overrides),
    overrides.map(({ name }) => name),
  );
  return { registry, overrides };
}

/**
 * Fetches the registry again after sign-in, because the session may belong to a canary. No remote is on screen yet, so nothing
 * changes under the user. Keeps the previous registry when the request fails.
 */
export async function refreshRegistry(previous: PageRegistry): Promise<PageRegistry> {
  const registry = await fetchRegistry(AbortSignal.timeout(REGISTRY_TIMEOUT_MS)).catch(() => undefined);
  return registry ? applyRegistry(registry) : previous;
}

let isReported = false;

/** Reports once that the shell has rendered. */
export function reportShellShown({ shell }: Registry): void {
  if (isReported || !shell) return;
  isReported = true;
  reportShown('shell', shell.version);
  rememberShownShell(shell.version);
}
