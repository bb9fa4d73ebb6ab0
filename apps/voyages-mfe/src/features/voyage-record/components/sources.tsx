import type { Source, Spin, Voyage } from '@archive/contracts';
import { Quote, type QuoteProps, TextLink } from '@archive/ui';
import { Fragment, type ReactNode } from 'react';
import { type HeadingLevel, RecordSection } from './record-section.tsx';

/** Lists sources: as a link if there is a URL, otherwise the citation as written. */
function Sources({ sources }: { sources: Source[] }) {
  return (
    <ul className="divide-y divide-rule font-serif text-17">
      {sources.map((source, index) => (
        <li key={index} className="py-2 wrap-anywhere first:pt-0 last:pb-0">
          <SourceText source={source} />
          {source.media_type !== 'unchecked' && (
            <span className="ml-2 font-sans text-13 whitespace-nowrap text-faded">{source.media_type}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function SourceText({ source: { url, title } }: { source: Source }) {
  const address = webAddress(url);
  if (!address) return <InlineMarkdown>{title ? `${title}, ${url}` : url}</InlineMarkdown>;
  return (
    <TextLink href={address.href} title={address.href}>
      {title ? <InlineMarkdown>{title}</InlineMarkdown> : shortUrl(address)}
    </TextLink>
  );
}

/** Source of a quote: a URL shortened to its host and the start of its path, or the text as written. */
function SpinSource({ source }: { source: string }) {
  const url = webAddress(source);
  if (!url) return <InlineMarkdown>{source}</InlineMarkdown>;
  return (
    <TextLink href={url.href} title={url.href} className="break-all">
      {shortUrl(url)}
    </TextLink>
  );
}

/** Quotes about the yacht. */
export function Quotes({ spins, size }: { spins: Spin[]; size?: QuoteProps['size'] }) {
  return (
    <div className="flex flex-col gap-8">
      {spins.map(({ spin, source }, index) => (
        <Quote key={index} size={size} source={source ? <SpinSource source={source} /> : undefined}>
          <span className="whitespace-pre-line">
            <InlineMarkdown>{spin}</InlineMarkdown>
          </span>
        </Quote>
      ))}
    </div>
  );
}

interface Props {
  voyage: Pick<Voyage, 'source_urls' | 'additional_sources'>;
  level: HeadingLevel;
}

export function VoyageSources({ voyage: { source_urls, additional_sources }, level }: Props) {
  return (
    <>
      {source_urls.length > 0 && (
        <RecordSection title="Sources" level={level}>
          <Sources sources={source_urls} />
        </RecordSection>
      )}
      {additional_sources.length > 0 && (
        <RecordSection title="Additional sources" level={level}>
          <Sources sources={additional_sources} />
        </RecordSection>
      )}
    </>
  );
}

/** Matches a link (its URL may contain one pair of parentheses), `**strong**`, `*emphasis*` and `_emphasis_` between words. */
const MARK =
  /\[(?<text>[^\]]+)\]\((?<href>(?:[^()\s]|\([^()\s]*\))+)\)|\*\*(?<strong>[^*]+)\*\*|\*(?<star>[^*]+)\*|(?<![\p{L}\d])_(?<line>[^_]+)_(?![\p{L}\d])/u;

/**
 * Renders one line with links and emphasis, such as a citation. Use Prose for running text; this component avoids loading the
 * Markdown parser.
 */
export function InlineMarkdown({ children }: { children: string }) {
  return renderInline(children).map((part, index) => <Fragment key={index}>{part}</Fragment>);
}

function renderInline(text: string): ReactNode[] {
  const match = MARK.exec(text);
  if (!match?.groups) return text === '' ? [] : [text];
  const textBefore = text.slice(0, match.index);
  const textAfter = text.slice(match.index + match[0].length);
  return [...(textBefore === '' ? [] : [textBefore]), renderMatch(match.groups), ...renderInline(textAfter)];
}

function renderMatch({ text, href, strong, star, line }: Record<string, string | undefined>): ReactNode {
  if (text !== undefined && href !== undefined) {
    const url = webAddress(href);
    const inside = <InlineMarkdown>{text}</InlineMarkdown>;
    return url ? <TextLink href={url.href}>{inside}</TextLink> : inside;
  }
  const inside = <InlineMarkdown>{strong ?? star ?? line ?? ''}</InlineMarkdown>;
  return strong === undefined ? <em className="font-serif">{inside}</em> : <strong>{inside}</strong>;
}

const MAX_PATH_LENGTH = 30;

/** The URL, if the text is only a web address. */
export function webAddress(text: string): URL | undefined {
  const trimmed = text.trim();
  if (!/^https?:\/\/\S+$/i.test(trimmed)) return undefined;
  return URL.parse(trimmed) ?? undefined;
}

/** Host and the first 30 characters of the path (SPEC section 5): "www.cia.gov/readingroom/docs/1946-06-07a.p…". */
export function shortUrl(url: URL): string {
  const host = url.host.replace(/^www\./, '');
  const path = decodePath(url.pathname + url.search).replace(/^\/$/, '');
  return path.length > MAX_PATH_LENGTH ? `${host}${path.slice(0, MAX_PATH_LENGTH)}…` : `${host}${path}`;
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
