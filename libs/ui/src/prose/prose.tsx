import { plainText } from '@archive/contracts/format';
import { lazyComponent } from '../base/lazy-component.tsx';
import type { MarkdownProps } from './markdown.tsx';

export type { MarkdownProps } from './markdown.tsx';
export { plainText };

export type ProseProps = Pick<MarkdownProps, 'components'> & {
  /** Markdown. HTML in it stays text; links are limited to http, https and mailto. */
  children: string;
  className?: string;
};

const Rendered = lazyComponent(() => import('./markdown.tsx'), 'Markdown', Plain);

const CLASSES =
  'ui:max-w-measure ui:font-serif ui:text-17 ui:oldstyle-nums ui:[overflow-wrap:anywhere] ui:hyphens-auto ' +
  'ui:[&>*+*]:mt-4 ui:[&_h2]:text-27 ui:[&_h3]:text-21 ui:[&_h4]:text-17 ui:[&_a]:text-navy ui:[&_a]:underline ui:[&_a]:decoration-brass/50 ' +
  'ui:[&_a]:underline-offset-3 ui:[&_a:hover]:decoration-brass ui:[&_ul]:list-disc ui:[&_ul]:pl-6 ui:[&_ol]:list-decimal ui:[&_ol]:pl-6 ui:[&_li]:mt-1 ' +
  'ui:[&_blockquote]:border-l-2 ui:[&_blockquote]:border-brass ui:[&_blockquote]:pl-4 ui:[&_blockquote]:italic ui:[&_code]:font-mono ui:[&_code]:text-15 ' +
  'ui:[&_pre]:overflow-x-auto ui:[&_pre]:rounded ui:[&_pre]:bg-wash ui:[&_pre]:p-3 ui:[&_hr]:border-rule ui:[&_table]:font-sans ui:[&_table]:text-13 ui:[&_td]:py-1 ui:[&_td]:pr-4 ui:[&_td]:align-top ui:[&_th]:pr-4 ui:[&_th]:text-left';

/** Running text. Loads the Markdown parser (27 KB) only for text with markup, and shows plain paragraphs until then. */
export function Prose({ children, components, className }: ProseProps) {
  const look = className ? `${CLASSES} ${className}` : CLASSES;
  return (
    <div className={look}>
      {hasMarkdown(children) ? <Rendered text={children} components={components} /> : <Plain text={children} />}
    </div>
  );
}

function Plain({ text }: { text: string }) {
  return plainText(text)
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph, index) => <p key={index}>{paragraph.trim()}</p>);
}

/** Whether a string contains Markdown syntax. */
export function hasMarkdown(text: string): boolean {
  return /[*_`[\]<>|\\~&]|^\s{0,3}(#{1,6}\s|[-+]\s|\d+[.)]\s|={3,}|-{3,})|https?:\/\/|\S@\S| {2,}\n/m.test(text);
}
