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
  #template: { html: string; readAt: number } | undefined;

  constructor(frontEnds: FrontEnds, registry: FrontEndRegistry, @Inject(CONFIG) config: Config) {
    this.#frontEnds = frontEnds;
    this.#registry = registry;
    const { title, subtitle, migrationDocumentUrl } = config.archive;
    this.#archive = { title, subtitle, migration_document_url: migrationDocumentUrl ?? null };
  }

  async html(): Promise<string> {
    const boot: Boot = { registry: this.#registry.current(), archive: this.#archive };
    const block = `<script type="application/json" id="boot">${jsonForPage(boot)}</script>`;
    const template = await this.#read();
    return template.includes(MARK)
      ? template.replace(MARK, () => block)
      : template.replace(/(?=<script|<\/head>)/, () => block);
  }

  async #read(): Promise<string> {
    if (this.#template && Date.now() - this.#template.readAt < KEEP_MS) return this.#template.html;
    const file = await this.#frontEnds.shell.file(undefined, 'index.html', []);
    if (file) this.#template = { html: await textOf(file.body), readAt: Date.now() };
    if (!this.#template) {
      throw new Problem(503, 'The pages of the archive are not there: the front ends have not been built.');
    }
    return this.#template.html;
  }
}

const textOf = async (body: Parameters<typeof text>[0] | Buffer) =>
  Buffer.isBuffer(body) ? body.toString() : text(body);
