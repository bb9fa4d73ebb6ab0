import { type SourceRecord, TEXT_FIELD_NAMES, TEXT_FIELDS, type VoyageRecord } from '@archive/voyage-document';
import type { FieldName } from './voyage-fields.ts';

/** A linked file that is added to the library and attached to the voyage. */
export interface MediaLink {
  /** Normalized by `URL`, without a fragment. */
  url: string;
  /** The link's title in the document; null without one. */
  title: string | null;
  category: 'source' | 'additional_source';
  /** The media type that the document states; null without one. */
  media_type: string | null;
  /** Label of the document field. */
  field: string;
  /** 1-based line in the document. */
  line: number;
}

/** Longer URLs are not plausible links and don't fit the index. */
const MAX_URL_LENGTH = 2000;

/** File extensions that are treated as media. */
const FILE = /\.(?:jpe?g|png|gif|webp|tiff?|pdf|mp4|mov|mp3|docx?)$/i;
const PHOTO = /\.(?:jpe?g|png|gif|webp|tiff?)$/i;
const VIDEO = /\.(?:mp4|mov)$/i;

/** Wiki pages about a file, whose URLs look like those of the file itself. */
const FILE_PAGE = /\/wiki\/[a-z]{1,12}:/i;

const DRIVE_HOSTS = new Set(['drive.google.com', 'docs.google.com']);
const DRIVE_FILE = /^\/file\/(?:u\/\d+\/)?d\/([\w-]+)/;
const DROPBOX_HOSTS = new Set(['dropbox.com', 'www.dropbox.com']);
/** Matches single files; `sh` and `scl/fo` are folders. */
const DROPBOX_FILE = /^\/(?:s|scl\/fi)\/[^/]+\/[^/]+/;

function driveDownloadUrl(url: URL): string | null {
  if (!DRIVE_HOSTS.has(url.hostname)) return null;
  const queryId = url.pathname === '/open' || url.pathname === '/uc' ? url.searchParams.get('id') : null;
  const id = DRIVE_FILE.exec(url.pathname)?.[1] ?? queryId;
  if (!id || !/^[\w-]+$/.test(id)) return null;
  const key = url.searchParams.get('resourcekey');
  // Without `confirm`, Drive returns a confirmation page for large files.
  const query = new URLSearchParams({ id, export: 'download', confirm: 't', ...(key ? { resourcekey: key } : {}) });
  return `https://drive.usercontent.google.com/download?${query}`;
}

function dropboxDownloadUrl(url: URL): string | null {
  if (!DROPBOX_HOSTS.has(url.hostname) || !DROPBOX_FILE.test(url.pathname)) return null;
  const download = new URL(url);
  download.searchParams.delete('raw');
  download.searchParams.set('dl', '1');
  return download.href;
}

function parse(text: string): URL | undefined {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url || url.href.length > MAX_URL_LENGTH) return undefined;
  url.hash = '';
  return url;
}

/** The download URL of a link, also for file sharing services; null when it isn't a file. */
export function downloadUrlOf(link: string): string | null {
  const url = parse(link);
  if (!url) return null;
  const shared = driveDownloadUrl(url) ?? dropboxDownloadUrl(url);
  if (shared !== null) return shared;
  return FILE.test(url.pathname) && !FILE_PAGE.test(url.pathname) ? url.href : null;
}

/** Whether a link points to a file sharing service, whose host says nothing about the origin of a file. */
export const isSharingService = (link: string) => {
  const url = parse(link);
  return url !== undefined && (driveDownloadUrl(url) ?? dropboxDownloadUrl(url)) !== null;
};

/** Balanced parentheses are part of the URL. */
const URL_PATTERN = String.raw`https?:\/\/(?:[^\s<>"()\]]|\([^\s<>"()]{0,200}\)){1,2000}`;
/** `[title](url)`, `[title](<url> "text")` or a bare URL. */
const LINK = new RegExp(
  String.raw`\[([^\][]{0,500})\]\(\s{0,5}<?(${URL_PATTERN})>?(?:\s{1,5}"[^"]{0,500}")?\s{0,5}\)|(${URL_PATTERN})`,
  'gi',
);

function linksIn(text: string | null): { url: string; title: string | null }[] {
  if (!text?.includes('://')) return [];
  return [...text.matchAll(LINK)].map(([, title, url, bareUrl = '']) => ({
    url: url ?? bareUrl.replace(/[.,;:!?]+$/, ''),
    title: title?.replaceAll('\\', '').trim() || null,
  }));
}

const linksInSources = (
  sources: readonly SourceRecord[],
  category: MediaLink['category'],
  field: string,
  name: FieldName,
) =>
  sources.flatMap((source) => {
    const properties = {
      category,
      field,
      name,
      media_type: source.media_type === 'unchecked' ? null : source.media_type,
    };
    const downloadLinks = downloadUrlOf(source.url) !== null ? [{ url: source.url, title: source.title }] : [];
    // A source whose text has no URL, or more than one, has its whole text in `url` or `title`.
    return [
      ...downloadLinks,
      ...linksIn(`${/^https?:/i.test(source.url) ? '' : source.url} ${source.title ?? ''}`),
    ].map((link) => ({ ...link, ...properties }));
  });

const linksInText = (text: string | null, field: string, name: FieldName) =>
  linksIn(text).map((link) => ({ ...link, category: 'source' as const, field, name, media_type: null }));

/**
 * Media links in the sources and the prose of a voyage, each URL once, in document order. Ignores `skippedFields`.
 */
export function mediaLinksOf(record: VoyageRecord, skippedFields: ReadonlySet<string> = new Set()): MediaLink[] {
  const linksByUrl = new Map<string, MediaLink>();
  const links = [
    ...linksInSources(record.sources, 'source', 'Sources', 'source_urls'),
    ...linksInSources(record.additional_sources, 'additional_source', 'Additional Sources', 'additional_sources'),
    ...TEXT_FIELD_NAMES.flatMap((name) => linksInText(record[name], TEXT_FIELDS[name].label, name)),
    ...record.spins.flatMap(({ spin, source }) => linksInText(`${spin} ${source ?? ''}`, 'Spin', 'spin')),
  ];
  for (const { name, url: sourceText, ...link } of links) {
    const url = skippedFields.has(name) || downloadUrlOf(sourceText) === null ? undefined : parse(sourceText)?.href;
    if (url !== undefined && !linksByUrl.has(url))
      linksByUrl.set(url, { ...link, url, line: lineOf(record, sourceText) });
  }
  return [...linksByUrl.values()];
}

/** The document line of a link, or the line of the voyage if the lines don't contain the link verbatim. */
function lineOf({ line, original_markdown: lines }: VoyageRecord, sourceText: string): number {
  const index = lines.indexOf(sourceText);
  return index === -1 ? line : line + lines.slice(0, index).split('\n').length - 1;
}

/** Whether a link may be a photo or video. URLs of sharing services don't show the type, so those may be both. */
export const canBeKind = (kind: 'photo' | 'video', { url }: MediaLink) =>
  isSharingService(url) || (kind === 'photo' ? PHOTO : VIDEO).test(new URL(url).pathname);
