import { text } from 'node:stream/consumers';
import type { ArchiveSettings, Boot } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { FrontEnds } from './front-ends.ts';
import { FrontEndRegistry } from './registry.ts';

const MARK = '<!--boot-->';
const KEEP_MS = 2000;

/** JSON that may stand in a page: it cannot end its own element. */
export const jsonForPage = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The one page: the shell's, with what it starts with inside, as a data block that the policy has no quarrel with. */
@Injectable()
export class ShellPage {
  readonly #frontEnds: FrontEnds;
  readonly #registry: FrontEndRegistry;
  readonly #archive: ArchiveSettings;
  /** By the shell's version; the empty one names the build beside the program. */
  readonly #templates = new Map<string, { html: string; readAt: number }>();

  constructor(frontEnds: FrontEnds, registry: FrontEndRegistry, @Inject(CONFIG) config: Config) {
    this.#frontEnds = frontEnds;
    this.#registry = registry;
    const { title, subtitle, migrationDocumentUrl } = config.archive;
    this.#archive = { title, subtitle, migration_document_url: migrationDocumentUrl ?? null };
  }

  /** As one session sees it: see `FrontEndRegistry.seenBy`. */
  async html(session: string | undefined): Promise<string> {
    const boot: Boot = {
      registry: this.#registry.seenBy(session, await this.#registry.soon()),
      archive: this.#archive,
    };
    const block = `<script type="application/json" id="boot">${jsonForPage(boot)}</script>`;
    const template = await this.#read(boot.registry.shell?.version);
    return template.includes(MARK)
      ? template.replace(MARK, () => block)
      : template.replace(/(?=<script|<\/head>)/, () => block);
  }

  async #read(version: string | undefined): Promise<string> {
    const kept = this.#templates.get(version ?? '');
    if (kept && Date.now() - kept.readAt < KEEP_MS) return kept.html;
    const file = await this.#frontEnds.shellFile(version, 'index.html', []).catch(() => undefined);
    if (file) {
      const html = await textOf(file.body);
      this.#templates.set(version ?? '', { html, readAt: Date.now() });
      return html;
    }
    if (kept) return kept.html;
    throw new Problem(503, 'The pages of the archive are not there: the front ends have not been built.');
  }
}

const textOf = async (body: Parameters<typeof text>[0] | Buffer) =>
  Buffer.isBuffer(body) ? body.toString() : text(body);
