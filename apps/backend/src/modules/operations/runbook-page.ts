import { Marked } from 'marked';
import { escape, FONTS_LINK, masthead } from './plain-page.ts';

/** The URL fragment of a heading, the same as in the repository's rendered Markdown. */
const fragmentOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

/** Whether a link works on this page. Other pages of the documentation are only in the repository. */
const isOnPage = (href: string) => href.startsWith('#') || /^https?:/.test(href);

const markdownParser = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${fragmentOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return isOnPage(href) ? `<a href="${escape(href)}">${text}</a>` : text;
    },
    code({ text }) {
      return `<pre tabindex="0"><code>${escape(text)}</code></pre>`;
    },
    table(token) {
      const cells = (row: typeof token.header, tag: string) =>
        `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
      return `<div class="wide" tabindex="0" role="region" aria-label="Table"><table><thead>${cells(token.header, 'th')}</thead><tbody>${token.rows.map((row) => cells(row, 'td')).join('')}</tbody></table></div>`;
    },
  },
});

/** Renders the repository's runbook as a page. */
export function runbookPage(markdown: string, title: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Runbook · ${escape(title)}</title>${FONTS_LINK}<link rel="stylesheet" href="/ops/style.css"></head>
<body>${masthead(title)}<nav aria-label="System status"><ul><li><a href="/ops">System status</a></li></ul></nav>
<main>${markdownParser.parse(markdown, { async: false })}</main></body></html>`;
}
