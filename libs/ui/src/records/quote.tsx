import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';

export type QuoteProps = { children: ReactNode; source?: ReactNode; size?: 'medium' | 'large'; className?: string };

/** A quotation with its source. */
export function Quote({ children, source, size = 'large', className }: QuoteProps) {
  return (
    <figure className={cx('ui:relative ui:max-w-measure ui:pl-6 ui:sm:pl-8', className)}>
      <span
        aria-hidden
        className="ui:absolute ui:top-0 ui:left-0 ui:font-serif ui:text-48 ui:leading-none ui:text-brass"
      >
        “
      </span>
      <blockquote
        className={cx(
          'ui:font-serif ui:text-pretty ui:italic ui:oldstyle-nums',
          size === 'large' ? 'ui:text-21/8 ui:sm:text-27/9' : 'ui:text-17 ui:sm:text-21/8',
        )}
      >
        {children}
      </blockquote>
      {source && <figcaption className="ui:mt-2 ui:text-13 ui:text-faded">— {source}</figcaption>}
    </figure>
  );
}
