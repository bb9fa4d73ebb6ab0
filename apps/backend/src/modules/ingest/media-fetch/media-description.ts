import { isSharingService } from './media-links.ts';

interface Described {
  url: string;
  title: string | null;
  category: 'source' | 'additional_source';
  media_type: string | null;
  voyage_slug: string;
}

const LONGEST = 500;
/** What only a reader can tell; whether it is a picture, a film or a PDF the file itself says. */
const TOLD_BY_SOURCE = new Set(['article', 'logbook', 'book']);

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f]+/g;

/** Emphasis, as Markdown writes it. */
const MARKUP = /[*`]|\\(?=[^\w\s])/g;

const tidy = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(MARKUP, '')
    .replaceAll(CONTROLS, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed()
    .trim();

/** Labels of links that name nothing: "the menu stands [here](…)". */
const NAMELESS =
  /^(?:see |the |this )*(?:here|this|link|file|pdf|photos?|pictures?|images?|video|film|scan|source|download)?[.,:;]?$/i;

const withoutExtension = (name: string) => name.replace(/\.[A-Za-z0-9]{1,5}$/, '');

/** "cia.gov" for www.cia.gov: who hands it out, until a curator knows better. */
const creditOf = (url: string) => (isSharingService(url) ? null : new URL(url).hostname.replace(/^www\./, ''));

/** What the record of a fetched file says as long as nobody has said more, as the fields of an upload; `contentIs` is the kind of media by its content. */
export function describe(
  { url, title, category, media_type, voyage_slug }: Described,
  filename: string | null,
  contentIs: string,
) {
  const told = NAMELESS.test(title?.trim() ?? '') ? null : title;
  const named = [told, filename && withoutExtension(filename), new URL(url).hostname].map((name) => tidy(name ?? ''));
  const classed = TOLD_BY_SOURCE.has(media_type ?? '') || (media_type === 'document' && contentIs === 'other');
  return {
    title: named.find((name) => name !== ''),
    ...(classed ? { media_type } : {}),
    media_category: category,
    voyage_slug,
    credit: creditOf(url),
    description_markdown: `Fetched from <${url}>`,
  };
}
