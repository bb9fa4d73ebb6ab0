import { compiler } from 'markdown-to-jsx/react';
import type { ComponentProps } from 'react';

const SAFE = /^(?:https?:\/\/|mailto:)/i;

/** A link that leaves the archive, or its bare text when its address is of any other kind. */
function SafeLink({ href, children }: ComponentProps<'a'>) {
  if (!href || !SAFE.test(href.trim())) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** A picture's text: pictures come from the library, never from an address in a text. */
function OnlyText({ alt }: ComponentProps<'img'>) {
  return <>{alt}</>;
}

/** Markdown as React elements; no HTML of the text ever becomes HTML of the page. */
export function Markdown({ text }: { text: string }) {
  return compiler(text, {
    disableParsingRawHTML: true,
    disableFrontmatter: true,
    tagfilter: false,
    forceBlock: true,
    wrapper: null,
    sanitizer: (value, tag, attribute) =>
      tag === 'a' && attribute === 'href' && SAFE.test(value.trim()) ? value : null,
    overrides: {
      a: SafeLink,
      img: OnlyText,
      h1: { component: 'h3' },
      h2: { component: 'h3' },
      h3: { component: 'h4' },
      h5: { component: 'h4' },
      h6: { component: 'h4' },
    },
  });
}
