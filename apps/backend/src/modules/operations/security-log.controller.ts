import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../config/index.ts';
import {
  SECURITY_EVENTS,
  type SecurityEventFilters,
  type SecurityEventKind,
  SecurityLogQueries,
} from '../security-log/index.ts';
import { SECURITY_STYLE, securityPage } from './security-page.ts';

const MAX_TEXT = 200;
const NOTHING: SecurityEventFilters = { kind: null, actor: null, address: null, from: null, to: null, before: null };

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && text >= '1900';

/** Parses the filters in a URL. Ignores and reports invalid filters. */
function filtersOf(query: unknown): { filters: SecurityEventFilters; problems: string[] } {
  const parameters = query as Record<string, unknown>;
  const filters = { ...NOTHING };
  const problems: string[] = [];
  const text = (name: string) => {
    const value = parameters[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_TEXT) : null;
  };
  const kind = text('kind');
  if (kind !== null && Object.hasOwn(SECURITY_EVENTS, kind)) filters.kind = kind as SecurityEventKind;
  else if (kind !== null) problems.push('There is no such event. All events are shown.');
  filters.actor = text('actor')?.replaceAll('\0', '') ?? null;
  filters.address = text('address')?.replaceAll('\0', '') ?? null;
  for (const name of ['from', 'to'] as const) {
    const day = text(name);
    if (day === null) continue;
    if (isDay(day)) filters[name] = day;
    else problems.push('Enter a valid date.');
  }
  const before = Number(text('before') ?? NaN);
  if (Number.isSafeInteger(before) && before > 0) filters.before = before;
  return { filters, problems };
}

/** The security log for operators. */
@Controller()
export class SecurityLogController {
  readonly #title: string;
  readonly #queries: SecurityLogQueries;

  constructor(@Inject(CONFIG) config: Config, queries: SecurityLogQueries) {
    this.#title = config.archive.title;
    this.#queries = queries;
  }

  @Get('/ops/security')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  async page(@Req() request: FastifyRequest): Promise<string> {
    const { filters, problems } = filtersOf(request.query);
    const [list, actors] = await Promise.all([
      this.#queries.list(filters).catch(() => undefined),
      this.#queries.actors().catch(() => []),
    ]);
    const { events, nextBefore = null } = list ?? {};
    return securityPage({ title: this.#title, filters, problems, actors, events, nextBefore });
  }

  @Get('/ops/security.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'private, max-age=3600')
  style(): string {
    return SECURITY_STYLE;
  }
}
