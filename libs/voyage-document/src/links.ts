import { closingIndex, findPairs, type Pairs } from './pairs.ts';
import { isEscapedAt, toSingleLine, unescapeText } from './texts.ts';

export interface Link {
  start: number;
  /** Position after the closing parenthesis. */
  end: number;
  label: string;
  /** Empty for `[name]()`, which marks a name without a URL. */
  url: string;
  /** The text in quotation marks after the URL, which browsers show as a tooltip. */
  tooltip: string | null;
}

const ADDRESS_TITLE = /^(\S+)\s+(?:"([^"]*)"|'([^']*)')$/;

function readUrl(raw: string): string {
  const text = toSingleLine(raw) ?? '';
  if (text.startsWith('<') && text.endsWith('>') && !isEscapedAt(text, text.length - 1)) {
    return unescapeText(text.slice(1, -1));
  }
  return unescapeText(ADDRESS_TITLE.exec(text)?.[1] ?? text);
}

function readTooltip(raw: string): string | null {
  const [, , double, single] = ADDRESS_TITLE.exec(toSingleLine(raw) ?? '') ?? [];
  return toSingleLine(unescapeText(double ?? single ?? ''));
}

/** Links in order of appearance. Links inside parentheses (a remark, a role) are not included. */
export function findLinks(text: string, pairs: Pairs = findPairs(text)): Link[] {
  const links: Link[] = [];
  if (!text.includes('](')) return links;
  for (let index = 0; index < text.length; index += 1) {
    const close = closingIndex(text, pairs, index);
    if (close === undefined || text[index] === '"' || text[index] === '“') continue;
    const urlEnd = text[index] === '[' && text[close + 1] === '(' ? pairs.closes.get(close + 1) : undefined;
    if (urlEnd === undefined) {
      index = close;
      continue;
    }
    links.push({
      start: index,
      end: urlEnd + 1,
      label: toSingleLine(unescapeText(text.slice(index + 1, close))) ?? '',
      url: readUrl(text.slice(close + 2, urlEnd)),
      tooltip: readTooltip(text.slice(close + 2, urlEnd)),
    });
    index = urlEnd;
  }
  return links;
}

/** Replaces each link in text with its label. */
export function withoutLinks(text: string): string {
  const links = findLinks(text);
  let plain = '';
  let position = 0;
  for (const link of links) {
    plain += unescapeText(text.slice(position, link.start)) + link.label;
    position = link.end;
  }
  return plain + unescapeText(text.slice(position));
}
