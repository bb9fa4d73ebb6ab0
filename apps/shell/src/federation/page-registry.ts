import { fetchRegistry } from '@archive/api-client';
import { reportShown, type Registry } from '@archive/shell-api';
import { REGISTRY_TIMEOUT_MS, installRemotes } from './remotes.ts';
import { type Override, readOverrides, rememberShownShell, withOverrides } from './overrides.ts';

/** The registry that this page uses, with this tab's version overrides. */
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
 * Refetches the registry after sign-in, because the session may be part of a canary. No remote is on screen yet, so nothing changes while
 * the user is looking at it. Keeps the previous registry when the request fails.
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
