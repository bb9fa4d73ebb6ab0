import type { ReactNode } from 'react';
import { Anchor } from '../base/anchor.tsx';

export interface ResultItemProps {
  /** The kind of record. */
  kind: string;
  title: ReactNode;
  /** Without a URL, the title isn't a link. */
  href: string | undefined;
  subtitle?: ReactNode;
  excerpt?: ReactNode;
  /** A small picture, or an icon. */
  picture?: ReactNode;
  note?: ReactNode;
}

/** One of the results of a search, with its title as a heading. */
export function ResultItem({ kind, title, href, subtitle, excerpt, picture, note }: ResultItemProps) {
  return (
    <div className="ui:relative ui:flex ui:items-start ui:gap-4">
      {picture}
      <div className="ui:min-w-0">
        <p className="ui:text-13 ui:text-faded">{kind}</p>
        <h3 className="ui:font-serif ui:text-17 ui:wrap-anywhere">
          {href === undefined ? (
            title
          ) : (
            <Anchor href={href} className="ui:rounded-sm ui:decoration-brass ui:underline-offset-4 ui:hover:underline">
              {title}
            </Anchor>
          )}
        </h3>
        {subtitle && <p className="ui:text-faded">{subtitle}</p>}
        {excerpt && <p className="ui:mt-1 ui:max-w-measure ui:wrap-anywhere">{excerpt}</p>}
        {note && <p className="ui:text-13 ui:text-faded">{note}</p>}
      </div>
    </div>
  );
}
