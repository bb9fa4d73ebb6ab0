import type { SourceRecord, VoyageRecord } from '@archive/voyage-document';
import type { FieldName } from '../plan/voyage-fields.ts';

/** A file that a document links to, to be kept in the library beside its voyage. */
export interface MediaLink {
  /** As `URL` writes it, without a fragment. */
  url: string;
  /** What the document calls it; null where it says nothing but the address. */
  title: string | null;
  category: 'source' | 'additional_source';
  /** As the document classes it; null where it does not. */
  media_type: string | null;
  /** Field of the document, as a person reads it. */
  field: string;
  /** 1-based, of the document. */
  line: number;
}

/** Longer addresses are nobody's link to a file, and fit no index. */
const LONGEST = 2000;

/** 02-ingest.md, "Media links", with the second spelling of two of them. */
const FILE = /\.(?:jpe?g|png|gif|webp|tiff?|pdf|mp4|mov|mp3|docx?)$/i;
const PICTURE = /\.(?:jpe?g|png|gif|webp|tiff?)$/i;
const FILM = /\.(?:mp4|mov)$/i;

/** Pages of a wiki about a file are named like the file. */
const FILE_PAGE = /\/wiki\/[a-z]{1,12}:/i;

const DRIVE_HOSTS = new Set(['drive.google.com', 'docs.google.com']);
const DRIVE_FILE = /^\/file\/(?:u\/\d+\/)?d\/([\w-]+)/;
const DROPBOX_HOSTS = new Set(['dropbox.com', 'www.dropbox.com']);
/** Of one file; `sh` and `scl/fo` are folders. */
const DROPBOX_FILE = /^\/(?:s|scl\/fi)\/[^/]+\/[^/]+/;

function driveAddress(url: URL): string | null {
  if (!DRIVE_HOSTS.has(url.hostname)) return null;
  const named = url.pathname === '/open' || url.pathname === '/uc' ? url.searchParams.get('id') : null;
  const id = DRIVE_FILE.exec(url.pathname)?.[1] ?? named;
  if (!id || !/^[\w-]+$/.test(id)) return null;
  const key = url.searchParams.get('resourcekey');
  // Without `confirm` large files are answered with a page that asks whether one is sure.
  const asked = new URLSearchParams({ id, export: 'download', confirm: 't', ...(key ? { resourcekey: key } : {}) });
  return `https://drive.usercontent.google.com/download?${asked}`;
}

function dropboxAddress(url: URL): string | null {
  if (!DROPBOX_HOSTS.has(url.hostname) || !DROPBOX_FILE.test(url.pathname)) return null;
  const download = new URL(url);
  download.searchParams.delete('raw');
  download.searchParams.set('dl', '1');
  return download.href;
}

function parse(text: string): URL | undefined {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url || url.href.length > LONGEST) return undefined;
  url.hash = '';
  return url;
}

/** Where a link is read from, by its own address or that of its sharing service; null for one that leads to no file. */
export function downloadAddress(link: string): string | null {
  const url = parse(link);
  if (!url) return null;
  const shared = driveAddress(url) ?? dropboxAddress(url);
  if (shared !== null) return shared;
  return FILE.test(url.pathname) && !FILE_PAGE.test(url.pathname) ? url.href : null;
}

/** Whether the service hands out what others have put there: its name says nothing of where a file is from. */
export const isSharingService = (link: string) => {
  const url = parse(link);
  return url !== undefined && (driveAddress(url) ?? dropboxAddress(url)) !== null;
};

/** What of an address stands between parentheses belongs to it. */
const ADDRESS = String.raw`https?:\/\/(?:[^\s<>"()\]]|\([^\s<>"()]{0,200}\)){1,2000}`;
/** `[title](address)`, `[title](<address> "more")`, or an address that stands alone. */
const LINK = new RegExp(
  String.raw`\[([^\][]{0,500})\]\(\s{0,5}<?(${ADDRESS})>?(?:\s{1,5}"[^"]{0,500}")?\s{0,5}\)|(${ADDRESS})`,
  'gi',
);

function linksIn(text: string | null): { url: string; title: string | null }[] {
  if (!text?.includes('://')) return [];
  return [...text.matchAll(LINK)].map(([, title, address, alone = '']) => ({
    url: address ?? alone.replace(/[.,;:!?]+$/, ''),
    title: title?.replaceAll('\\', '').trim() || null,
  }));
}

const ofSources = (sources: readonly SourceRecord[], category: MediaLink['category'], field: string, name: FieldName) =>
  sources.flatMap((source) => {
    const classed = { category, field, name, media_type: source.media_type === 'unchecked' ? null : source.media_type };
    const alone = downloadAddress(source.url) !== null ? [{ url: source.url, title: source.title }] : [];
    // A source with several links, or with none of its own, is kept as it is written.
    return [...alone, ...linksIn(`${/^https?:/i.test(source.url) ? '' : source.url} ${source.title ?? ''}`)].map(
      (link) => ({ ...link, ...classed }),
    );
  });

const ofText = (text: string | null, field: string, name: FieldName) =>
  linksIn(text).map((link) => ({ ...link, category: 'source' as const, field, name, media_type: null }));

/**
 * Media that the sources and texts of a voyage link to, each address once, in the order in which they are written. Of `left`, the
 * fields in which the document is not followed, nothing is taken.
 */
export function mediaLinksOf(record: VoyageRecord, left: ReadonlySet<string> = new Set()): MediaLink[] {
  const found = new Map<string, MediaLink>();
  const all = [
    ...ofSources(record.sources, 'source', 'Sources', 'source_urls'),
    ...ofSources(record.additional_sources, 'additional_source', 'Additional Sources', 'additional_sources'),
    ...ofText(record.summary_markdown, 'Summary', 'summary_markdown'),
    ...ofText(record.additional_information, 'Additional Information', 'additional_information'),
    ...ofText(record.notes, 'Notes', 'notes'),
    ...ofText(record.notes_internal, 'Curator Notes', 'notes_internal'),
    ...record.spins.flatMap(({ spin, source }) => ofText(`${spin} ${source ?? ''}`, 'Spin', 'spin')),
  ];
  for (const { name, url: written, ...link } of all) {
    const url = left.has(name) || downloadAddress(written) === null ? undefined : parse(written)?.href;
    if (url !== undefined && !found.has(url)) found.set(url, { ...link, url, line: lineOf(record, written) });
  }
  return [...found.values()];
}

/** The line of the document on which an address stands; that of the voyage where it is written in some other way there. */
function lineOf({ line, original_markdown: lines }: VoyageRecord, written: string): number {
  const at = lines.indexOf(written);
  return at === -1 ? line : line + lines.slice(0, at).split('\n').length - 1;
}

/** Whether what a link leads to may be a picture, or a film: of a shared file its address does not say. */
export const mayBe = (kind: 'photo' | 'video', { url }: MediaLink) =>
  isSharingService(url) || (kind === 'photo' ? PICTURE : FILM).test(new URL(url).pathname);
