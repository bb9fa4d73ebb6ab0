import { editionOperations } from '@archive/contracts';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  Access,
  Contract,
  jsonText,
  matchesEtag,
  type OperationInput,
  plainPage,
  PLAIN_POLICY,
} from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { identityOf } from '../auth/index.ts';
import { contentType, EditionContents } from './contents.ts';
import { Editions } from './editions.ts';

/** Pages of an edition run only its own scripts, and load nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const NOT_FOUND = '<p>There’s no page at this address.</p><p><a href="/edition/">Go to the first page</a></p>';
const OFF = '<p>Nothing is published here.</p>';

/** The paths that an address may mean, as web servers read it. */
function pathsOf(address: string): string[] {
  if (address === '' || address.endsWith('/')) return [`${address}index.html`];
  return [address, `${address}.html`];
}

/** The address below `/edition/`; undefined for `/edition` itself. The router doesn’t tell them apart. */
function addressOf(url: string): string | undefined {
  const [path = ''] = url.split('?');
  if (!path.startsWith('/edition/')) return undefined;
  try {
    return decodeURIComponent(path.slice('/edition/'.length));
  } catch {
    return path;
  }
}

@Controller()
export class EditionController {
  readonly #title: string;

  constructor(
    private readonly editions: Editions,
    private readonly contents: EditionContents,
    @Inject(CONFIG) config: Config,
  ) {
    this.#title = config.archive.title;
  }

  @Contract(editionOperations.status)
  status() {
    return this.editions.status();
  }

  @Contract(editionOperations.preview)
  preview() {
    return this.editions.preview();
  }

  @Contract(editionOperations.publish)
  async publish(_input: OperationInput<typeof editionOperations.publish>, @Req() request: FastifyRequest) {
    const edition = await this.editions.publish(identityOf(request).name);
    return jsonText(JSON.stringify(edition), { headers: { location: editionOperations.status.path } });
  }

  @Contract(editionOperations.cancel)
  cancel() {
    return this.editions.cancel();
  }

  @Contract(editionOperations.choose)
  choose({ body }: OperationInput<typeof editionOperations.choose>) {
    return this.editions.choose(body.number);
  }

  @Contract(editionOperations.chooseRights)
  chooseRights({ body }: OperationInput<typeof editionOperations.chooseRights>) {
    return this.editions.chooseRights(body.rights);
  }

  @Contract(editionOperations.withhold)
  async withhold({ body: { kind, slug, withheld } }: OperationInput<typeof editionOperations.withhold>) {
    await this.editions.withhold(kind, slug, withheld);
    return { withheld };
  }

  /** A file of the current edition, for everyone. */
  @Get(['/edition', '/edition/*'])
  @Access('public')
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const address = addressOf(request.url);
    // Links are relative to the folder.
    if (address === undefined) return reply.redirect('/edition/', 308);
    const file = await this.contents.find(pathsOf(address));
    const etag = `"${file?.sha256}"`;
    if (file && matchesEtag(request.headers['if-none-match'], etag)) {
      await reply.header('etag', etag).code(304).send();
      return;
    }
    const content = file && (await this.contents.read(file.sha256));
    if (!content) return this.#notFound(reply);
    await reply
      .header('etag', etag)
      .header('content-type', contentType(file.path))
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      .header(
        'cache-control',
        /^(?:assets|search)\//.test(file.path) ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      )
      .send(content);
  }

  async #notFound(reply: FastifyReply): Promise<void> {
    const { current } = await this.editions.current();
    await reply
      .code(404)
      .header('content-type', contentType('.html'))
      .header('content-security-policy', PLAIN_POLICY)
      .header('cache-control', 'no-store')
      .send(plainPage(this.#title, 'Page not found', current === null ? OFF : NOT_FOUND));
  }
}
