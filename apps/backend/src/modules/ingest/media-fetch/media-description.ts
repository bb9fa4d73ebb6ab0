import { isSharingService } from '../plan/media-links.ts';

interface SourceLink {
  url: string;
  title: string | null;
  category: 'source' | 'additional_source';
  media_type: string | null;
  voyage_slug: string;
}

const MAX_LENGTH = 500;
/** Media types that can't be detected from the file's content, unlike image, video or PDF. */
const CONTENT_INDEPENDENT = new Set(['article', 'logbook', 'book']);

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f]+/g;

/** Markdown emphasis and escapes. */
const MARKUP = /[*`]|\\(?=[^\w\s])/g;

const normalizeSpaces = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(MARKUP, '')
    .replaceAll(CONTROLS, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .trim();

/** Link titles that say nothing about the file: "the menu is [here](…)". */
const NAMELESS =
  /^(?:see |the |this )*(?:here|this|link|file|pdf|photos?|pictures?|images?|video|film|scan|source|download)?[.,:;]?$/i;

const withoutExtension = (name: string) => name.replace(/\.[A-Za-z0-9]{1,5}$/, '');

/** The default credit, which curators can change: "cia.gov" for www.cia.gov. */
const creditOf = (url: string) => (isSharingService(url) ? null : new URL(url).hostname.replace(/^www\./, ''));

/** Default metadata of a fetched file, as upload fields. `contentIs` is the media type detected from the content. */
export function describe(
  { url, title, category, media_type, voyage_slug }: SourceLink,
  filename: string | null,
  contentIs: string,
) {
  const label = NAMELESS.test(title?.trim() ?? '') ? null : title;
  const names = [label, filename && withoutExtension(filename), new URL(url).hostname].map((name) =>
    normalizeSpaces(name ?? ''),
  );
  const usesDocumentType =
    CONTENT_INDEPENDENT.has(media_type ?? '') || (media_type === 'document' && contentIs === 'other');
  return {
    title: names.find((name) => name !== ''),
    ...(usesDocumentType ? { media_type } : {}),
    media_category: category,
    voyage_slug,
    credit: creditOf(url),
    description_markdown: `Fetched from <${url}>`,
  };
}
