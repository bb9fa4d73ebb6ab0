import { TextLink } from '@archive/ui';
import { Fragment, type ReactNode } from 'react';
import { webAddress } from '../source-text.ts';

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
