import { fetchRegistry } from '@archive/api-client';
import { reportShown, type Registry } from '@archive/shell-api';
import { ASK_MS, installRemotes } from './remotes.ts';
import { type Override, readOverrides, withOverrides } from './overrides.ts';

/** What this page shows: the registry as it was delivered, and what this tab shows in its place. */
export interface Seen {
  registry: Registry;
  overrides: Override[];
}

/** Makes the remotes of a registry known. */
export async function see(registry: Registry): Promise<Seen> {
  const overrides = await readOverrides(registry);
  installRemotes(
    withOverrides(registry, overrides),
    overrides.map(({ name }) => name),
  );
  return { registry, overrides };
}

/**
 * After somebody has signed in: what their session sees, which may be a canary. Nothing of a remote is on the screen yet, so nothing
 * is exchanged under anybody's hands. What cannot be asked stays as it was.
 */
export async function seeAnew(before: Seen): Promise<Seen> {
  const registry = await fetchRegistry(AbortSignal.timeout(ASK_MS)).catch(() => undefined);
  return registry ? see(registry) : before;
}

let told = false;

/** The shell itself may be a canary: once it is on the screen, the server is told. */
export function tellShown({ shell }: Registry): void {
  if (told || !shell?.canary) return;
  told = true;
  reportShown('shell', shell.version);
}
