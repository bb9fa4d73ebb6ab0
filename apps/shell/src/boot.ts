import type { ArchiveSettings, Boot, Registry } from '@archive/shell-api';

const REGISTRY = '/mfe/registry.json';
const TRY_AGAIN_MS = 3000;

/** The names of a page that came without its data block: from a development server, or a plain file server. */
const UNNAMED: ArchiveSettings = {
  title: 'The Sequoia Archive',
  subtitle: 'Voyages of the presidential yacht',
  migration_document_url: null,
};

function writtenInPage(): Boot | undefined {
  const block = document.getElementById('boot');
  return block?.textContent ? (JSON.parse(block.textContent) as Boot) : undefined;
}

/**
 * What the page starts from: its data block, else the registry by itself, asked for until it answers. `waiting` is told when the
 * first try was in vain.
 */
export async function readBoot(waiting: () => void): Promise<Boot> {
  const boot = writtenInPage();
  if (boot) return boot;
  for (;;) {
    const response = await fetch(REGISTRY, { cache: 'no-cache' }).catch(() => undefined);
    if (response?.ok) return { registry: (await response.json()) as Registry, archive: UNNAMED };
    waiting();
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
}
