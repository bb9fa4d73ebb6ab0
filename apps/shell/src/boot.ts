import type { ArchiveSettings, Boot, Registry } from '@archive/shell-api';

const REGISTRY_URL = '/mfe/registry.json';
const RETRY_MS = 3000;

/** Settings for a page without an embedded data block, as served by a development server or a plain file server. */
const DEFAULT_SETTINGS: ArchiveSettings = {
  title: 'The Sequoia Archive',
  subtitle: 'Voyages of the presidential yacht',
  migration_document_url: null,
};

function embeddedBoot(): Boot | undefined {
  const block = document.getElementById('boot');
  return block?.textContent ? (JSON.parse(block.textContent) as Boot) : undefined;
}

/**
 * Reads the boot data from the page's embedded data block. Without one, fetches the registry, retrying until it succeeds, and calls
 * `onUnavailable` after each failed attempt.
 */
export async function readBoot(onUnavailable: () => void): Promise<Boot> {
  const boot = embeddedBoot();
  if (boot) return boot;
  for (;;) {
    const response = await fetch(REGISTRY_URL, { cache: 'no-cache' }).catch(() => undefined);
    if (response?.ok) return { registry: (await response.json()) as Registry, archive: DEFAULT_SETTINGS };
    onUnavailable();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
