import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * One page of a list. The response is a plain array, with the total in `X-Total-Count` and links to other pages in `Link` (RFC 8288).
 * Use `return page(items, total)` in the handler of a paged operation.
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

/** A page whose items the database has already serialized. */
export class JsonPage {
  readonly json: string;
  readonly length: number;
  readonly total: number;
  /** Whether there are more matches than `total`, because counting stopped there. */
  readonly more: boolean;

  constructor({ json, length }: JsonItems, { total, more = false }: MatchCount) {
    this.json = json;
    this.length = length;
    this.total = total;
    this.more = more;
  }
}

/** Number of matches. If `more` is set, counting stopped at `total`. */
export interface MatchCount {
  total: number;
  more?: boolean;
}

/** An array as JSON text, with its length. */
export interface JsonItems {
  json: string;
  length: number;
}

export const NO_ITEMS: JsonItems = { json: '[]', length: 0 };

export const page = <Item>(items: readonly Item[], total: number) => new Page(items, total);

const number = (value: string | null, fallback: number) => (value === null ? fallback : Number(value));

/** Sets the headers of a page. `limit` defaults to the page's length. */
export function setPageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { length, total, more }: MatchCount & { length: number },
): void {
  const [, path, query] = /^([^?]*)\??(.*)$/s.exec(request.url) ?? [];
  const search = new URLSearchParams(query);
  const limit = number(search.get('limit'), Math.max(length, 1));
  const offset = number(search.get('offset'), 0);
  search.set('limit', String(limit));
  const link = (rel: string, index: number) => {
    search.set('offset', String(index));
    return `<${path}?${search}>; rel="${rel}"`;
  };
  const links = [link('first', 0)];
  if (offset > 0) links.push(link('prev', Math.max(0, offset - limit)));
  if ((more || offset + length < total) && length > 0) links.push(link('next', offset + limit));
  if (more) reply.header('x-total-count-relation', 'gt');
  else links.push(link('last', total === 0 ? 0 : Math.floor((total - 1) / limit) * limit));
  reply.header('x-total-count', total).header('link', links.join(', '));
}
