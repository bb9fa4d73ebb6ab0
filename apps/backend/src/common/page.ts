import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * One page of a list: answered as a plain array, its total in `X-Total-Count`, its neighbours in `Link` (RFC 8288).
 * `return page(items, total)` in a handler whose call is paged.
 */
export class Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;

  constructor(items: readonly Item[], total: number) {
    this.items = items;
    this.total = total;
  }

  get length(): number {
    return this.items.length;
  }
}

/** The same where the database has written the items as JSON already. */
export class JsonPage {
  readonly json: string;
  readonly length: number;
  readonly total: number;
  /** More match than were counted: `total` is the least that there are. */
  readonly more: boolean;

  constructor({ json, length }: JsonItems, { total, more = false }: Counted) {
    this.json = json;
    this.length = length;
    this.total = total;
    this.more = more;
  }
}

/** How many there are; with `more`, counting was left off at `total`. */
export interface Counted {
  total: number;
  more?: boolean;
}

/** An array as JSON, and the number of its items. */
export interface JsonItems {
  json: string;
  length: number;
}

export const NO_ITEMS: JsonItems = { json: '[]', length: 0 };

export const page = <Item>(items: readonly Item[], total: number) => new Page(items, total);

const number = (value: string | null, otherwise: number) => (value === null ? otherwise : Number(value));

/** Headers of a page, from the address that asked for it. `limit` falls back to the length of the page. */
export function describePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { length, total, more }: Counted & { length: number },
): void {
  const [, path, query] = /^([^?]*)\??(.*)$/s.exec(request.url) ?? [];
  // Not as part of a `URL`, which would be written anew with each change.
  const asked = new URLSearchParams(query);
  const limit = number(asked.get('limit'), Math.max(length, 1));
  const offset = number(asked.get('offset'), 0);
  asked.set('limit', String(limit));
  const link = (rel: string, at: number) => {
    asked.set('offset', String(at));
    return `<${path}?${asked}>; rel="${rel}"`;
  };
  const links = [link('first', 0)];
  if (offset > 0) links.push(link('prev', Math.max(0, offset - limit)));
  if ((more || offset + length < total) && length > 0) links.push(link('next', offset + limit));
  if (more) reply.header('x-total-count-relation', 'gt');
  else links.push(link('last', total === 0 ? 0 : Math.floor((total - 1) / limit) * limit));
  reply.header('x-total-count', total).header('link', links.join(', '));
}
