import type { Browser } from './browser.ts';

/** Registers a micro-frontend at the path `/<name>`. */
export async function register(curator: Browser, name: string): Promise<void> {
  const { status } = await curator.send('PUT', `/api/frontends/${name}`, { title: name, path: `/${name}` });
  if (status !== 200) throw new Error(`Registering ${name} failed with ${status}`);
}
