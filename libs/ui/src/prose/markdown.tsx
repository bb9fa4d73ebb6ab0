import { compiler } from 'markdown-to-jsx/react';
import type { ComponentProps, ReactNode } from 'react';
import { Anchor } from '../base/anchor.tsx';

const SAFE = /^(?:https?:\/\/|mailto:)/i;

/** Renders an external link or one within the page, or only its text if the URL scheme isn't allowed. */
function SafeLink({ href, children }: ComponentProps<'a'>) {
  if (href?.startsWith('#')) return <Anchor href={href}>{children}</Anchor>;
  if (!href || !SAFE.test(href.trim())) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** A table that scrolls sideways on narrow screens, also with the keyboard. */
function ScrollableTable({ children }: ComponentProps<'table'>) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- multiple tables must not be landmarks of one name, and a fieldset can't scroll
      role="group"
      aria-label="Table"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="ui:overflow-x-auto"
    >
      <table>{children}</table>
    </div>
  );
}

/** An image's alternative text, because prose can't embed images. */
function OnlyText({ alt }: ComponentProps<'img'>) {
  return <>{alt}</>;
}

/** A path in the archive, without a host. */
const INTERNAL = /^\/(?!\/)/;

export interface MarkdownProps {
  text: string;
  /** Components for paragraphs, links and pictures. With them, links and pictures may have addresses in the archive. */
  components?: { [Tag in 'p' | 'a' | 'img']?: (props: ComponentProps<Tag>) => ReactNode };
}

/** Renders Markdown as React elements. HTML in it stays text. */
export function Markdown({ text, components }: MarkdownProps) {
  const isAllowed = (url: string) =>
    url.startsWith('#') || SAFE.test(url) || (components !== undefined && INTERNAL.test(url));
  return compiler(text, {
    disableParsingRawHTML: true,
    disableFrontmatter: true,
    tagfilter: false,
    forceBlock: true,
    wrapper: null,
    sanitizer: (value, tag, attribute) => {
      const isUrl = (tag === 'a' && attribute === 'href') || (tag === 'img' && attribute === 'src' && components);
      return isUrl && isAllowed(value.trim()) ? value : null;
    },
    overrides: {
      a: SafeLink,
      img: OnlyText,
      table: ScrollableTable,
      pre: { component: 'pre', props: { tabIndex: 0 } },
      h1: { component: 'h3' },
      h2: { component: 'h3' },
      h3: { component: 'h4' },
      h5: { component: 'h4' },
      h6: { component: 'h4' },
      ...components,
    },
  });
}
