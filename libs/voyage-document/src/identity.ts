import { APOSTROPHES, fold, withoutNicknames } from './folding.ts';

const WIKIPEDIA = /(?:^|\.)wikipedia\.org$/;
const READABLE = /%(?:3A|2C|27|28|29|2F|40|21|3B|24|2A)/g;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseUrl(text: string): URL | null {
  const trimmed = text.trim();
  const address = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed;
  const withScheme =
    /^[a-z][a-z\d+.-]*:/i.test(address) && !/^[^/]*\.[^/:]+:\d/.test(address) ? address : `https://${address}`;
  const url = URL.parse(withScheme);
  return url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url : null;
}

function wikipediaTitle(url: URL): string | null {
  const query = url.searchParams.get('title');
  const fromPath = /^\/wiki\/(.+)$/.exec(url.pathname)?.[1];
  const raw = fromPath === undefined ? query : decode(fromPath);
  const title = (raw ?? '')
    .normalize('NFC')
    .replace(/[\s_]+/g, '_')
    .replace(/^_+/, '');
  let end = title.length;
  while (end > 0 && (title[end - 1] === '/' || title[end - 1] === '_')) end -= 1;
  const [firstWord = '', ...otherWords] = title.slice(0, end);
  return firstWord === '' ? null : (firstWord.toUpperCase() + otherWords.join('')).normalize('NFC');
}

/**
 * Normalizes the URL of a Wikipedia article: https, no mobile host, no trailing slash, fragment or query, underscores, one
 * percent-encoding. URLs of other sites get https and a lower-case host without "www.", and lose their fragment and trailing slash. Null
 * for text that isn't a web URL.
 */
export function normalizeWikipediaUrl(address: string | null): string | null {
  const url = address === null ? null : parseUrl(address.toWellFormed());
  if (!url) return null;
  const host = url.host.replace(/^www\./, '');
  if (WIKIPEDIA.test(url.hostname)) {
    const language = host.split('.').filter((part) => part !== 'm' && part !== 'mobile');
    const wiki = language.length === 2 ? ['en', ...language] : language;
    const title = wikipediaTitle(url);
    if (title !== null) {
      const encoded = encodeURIComponent(title.toWellFormed()).replace(READABLE, decode);
      return `https://${wiki.join('.')}/wiki/${encoded}`;
    }
  }
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return `https://${host}${path}${url.search}`;
}

/**
 * Normalizes a name for comparison, ignoring case, accents, punctuation and quoted nicknames: `Charles E. "Chip" Bohlen` becomes `charles e
 * bohlen`. Not empty unless the name is blank.
 */
export function normalizeName(name: string): string {
  const words = (text: string) =>
    fold(text)
      .replace(APOSTROPHES, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return words(withoutNicknames(name)) || words(name) || name.trim().toLowerCase();
}

export interface PersonIdentity {
  /** Normalized Wikipedia URL; null if there is no usable URL. */
  urlKey: string | null;
  name: string;
}

/** The keys by which imports match people: URL first, then name. */
export function personIdentity(person: { name: string; wikipedia_url: string | null }): PersonIdentity {
  return { urlKey: normalizeWikipediaUrl(person.wikipedia_url), name: normalizeName(person.name) };
}
