import type { Operation } from '@archive/contracts';
import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../config/index.ts';
import { DOCS_STYLE, docsPage } from './docs-page.ts';
import { openApiOf } from './openapi.ts';

const operationsOf = (request: FastifyRequest): Operation[] => [
  ...new Set(
    request.server.routeTable.flatMap(({ operation, methods }) =>
      operation && methods.includes(operation.method) ? [operation] : [],
    ),
  ),
];

/** OpenAPI document and API reference, generated from the routes of this server. */
@Controller()
export class DocsController {
  readonly #title: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.#title = config.archive.title;
  }

  @Get('/api/openapi.json')
  openApi(@Req() request: FastifyRequest) {
    return openApiOf(operationsOf(request), this.#title);
  }

  @Get('/api/docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'private, no-cache')
  docs(@Req() request: FastifyRequest): string {
    return docsPage(operationsOf(request), this.#title);
  }

  @Get('/api/docs/style.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'private, max-age=3600')
  style(): string {
    return DOCS_STYLE;
  }
}
