import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { behindTls, matchesEtag, notFound, Access } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { readCookie } from '../auth/index.ts';
import { Frontends, type AccessCheck } from './frontends.ts';
import { isLoaded } from './file-types.ts';
import type { Encodings, FrontendFile } from './frontend-source.ts';
import { SERVER_PATHS, ShellPage } from './shell-page.ts';
import { Previews } from './previews.ts';
import { FrontendRegistry } from './registry.ts';

type FileRequest = FastifyRequest<{ Params: { '*': string } }>;

const HASHED = /\.[0-9a-f]{8,}(?:\.\w+)+$/;
/** Files of remotes that are opened directly get no origin and can't run scripts, because they aren't pages of the archive. */
const SANDBOX = "default-src 'none'; sandbox";
const IMMUTABLE = 'public, max-age=31536000, immutable';

const encodingsOf = (request: FastifyRequest): Encodings => {
  const acceptEncoding = String(request.headers['accept-encoding'] ?? '');
  return (['br', 'gzip'] as const).filter((name) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(acceptEncoding),
  );
};

/** The pages and their files. They are public, because they contain no records; only unreleased versions require a preview. */
@Controller()
export class PagesController {
  readonly #frontends: Frontends;
  readonly #page: ShellPage;
  readonly #previews: Previews;
  readonly #registry: FrontendRegistry;
  readonly #config: Config;
  readonly #hasImmutableBuilds: boolean;

  constructor(
    frontends: Frontends,
    page: ShellPage,
    previews: Previews,
    registry: FrontendRegistry,
    @Inject(CONFIG) config: Config,
  ) {
    this.#frontends = frontends;
    this.#page = page;
    this.#previews = previews;
    this.#registry = registry;
    this.#config = config;
    // In development, the same version is rebuilt many times.
    this.#hasImmutableBuilds = config.environment === 'production';
  }

  @Access('public')
  @Get('/assets/*')
  async asset(@Req() request: FileRequest, @Res() reply: FastifyReply): Promise<void> {
    const name = `assets/${request.params['*']}`;
    await this.#send(request, reply, name, await this.#shellFile(request, reply, name));
  }

  @Access('public')
  @Get('/mfe/*')
  async remote(@Req() request: FileRequest, @Res() reply: FastifyReply): Promise<void> {
    const [name = '', version = '', ...pathParts] = request.params['*'].split('/');
    const subpath = pathParts.join('/');
    const isComplete = version !== '' && subpath !== '';
    const file = isComplete
      ? await this.#frontends.file(name, version, subpath, encodingsOf(request), this.#accessOf(request, reply))
      : undefined;
    if (file && !isLoaded(file.type)) reply.header('content-security-policy', SANDBOX);
    await this.#send(request, reply, subpath, file);
  }

  @Access('public')
  @Get('/*')
  async page(@Req() request: FileRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = `/${request.params['*']}`;
    if (SERVER_PATHS.test(path)) throw notFound();
    const file = /^\/[\w-]+\.\w+$/.test(path) && path !== '/index.html' ? path.slice(1) : undefined;
    const isSent = file && (await this.#shellFile(request, reply, file));
    if (file && isSent) {
      await this.#send(request, reply, file, isSent);
      return;
    }
    const previewedShell = await this.#previews.shellOf(request, reply);
    await reply
      .type('text/html; charset=utf-8')
      .header('cache-control', previewedShell === undefined ? 'no-cache' : 'private, no-cache')
      .send(await this.#page.html(this.#sessionOf(request), request.url, previewedShell));
  }

  #shellFile(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FrontendFile | undefined> {
    const { shell } = this.#registry.forSession(this.#sessionOf(request));
    return this.#frontends.shellFile(shell?.version, name, encodingsOf(request), this.#accessOf(request, reply));
  }

  #accessOf(request: FastifyRequest, reply: FastifyReply): AccessCheck {
    return (name, version) => this.#previews.access(request, reply, name, version);
  }

  #sessionOf(request: FastifyRequest): string | undefined {
    return readCookie(request, 'session', behindTls(this.#config, request));
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    file: FrontendFile | undefined,
  ): Promise<void> {
    if (!file) throw notFound();
    const isImmutable =
      HASHED.test(name) || (request.url.startsWith('/mfe/') && (file.immutable ?? this.#hasImmutableBuilds));
    reply
      .header('cache-control', file.isPrivate ? 'private, no-cache' : isImmutable ? IMMUTABLE : 'no-cache')
      .header('vary', 'accept-encoding')
      .type(file.type);
    if (file.encoding) reply.header('content-encoding', file.encoding);
    if (file.etag) reply.header('etag', file.etag);
    if (file.etag && matchesEtag(request.headers['if-none-match'], file.etag)) {
      if (!Buffer.isBuffer(file.body)) file.body.destroy();
      await reply.code(304).send();
      return;
    }
    await reply.send(file.body);
  }
}
