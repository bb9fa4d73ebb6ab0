import type { Operation } from '@archive/contracts';
import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../config/index.ts';
import { apiReferencePage, REFERENCE_SCRIPT, REFERENCE_STYLE, swaggerFile } from './api-reference.ts';
import { openApiOf } from './openapi.ts';

const operationsOf = (request: FastifyRequest): Operation[] => [
  ...new Set(
    request.server.routeTable.flatMap(({ operation, methods }) =>
      operation && methods.includes(operation.method) ? [operation] : [],
    ),
  ),
];

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const CACHE = 'private, no-cache';
/** For the files of Swagger UI, whose URLs contain the version. */
const IMMUTABLE = 'private, max-age=31536000, immutable';

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
  @Header('cache-control', CACHE)
  docs(): string {
    return apiReferencePage(this.#title);
  }

  @Get('/api/docs/style.css')
  @Header('content-type', CSS)
  @Header('cache-control', CACHE)
  style(): string {
    return REFERENCE_STYLE;
  }

  @Get('/api/docs/reference.js')
  @Header('content-type', SCRIPT)
  @Header('cache-control', CACHE)
  script(): string {
    return REFERENCE_SCRIPT;
  }

  @Get('/api/docs/swagger-ui.css')
  @Header('content-type', CSS)
  @Header('cache-control', IMMUTABLE)
  swaggerStyle(): Promise<string> {
    return swaggerFile('swagger-ui.css');
  }

  @Get('/api/docs/swagger-ui-bundle.js')
  @Header('content-type', SCRIPT)
  @Header('cache-control', IMMUTABLE)
  swaggerScript(): Promise<string> {
    return swaggerFile('swagger-ui-bundle.js');
  }
}
