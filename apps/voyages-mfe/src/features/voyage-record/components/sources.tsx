import type { Source } from '@archive/contracts';
import { TextLink } from '@archive/ui';
import { shortUrl, webAddress } from '../source-text.ts';
import { InlineMarkdown } from './inline-markdown.tsx';

/** Lists sources: as a link if there is a URL, otherwise the citation as written. */
export function Sources({ sources }: { sources: Source[] }) {
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
export function SpinSource({ source }: { source: string }) {
  const url = webAddress(source);
  if (!url) return <InlineMarkdown>{source}</InlineMarkdown>;
  return (
    <TextLink href={url.href} title={url.href} className="break-all">
      {shortUrl(url)}
    </TextLink>
  );
}
