import type { ComponentProps, ReactNode } from 'react';
import { Anchor } from '../base/anchor.tsx';
import { cx } from '../base/cx.ts';
import { ArrowRight } from '../icons.ts';

/** A white surface with a hairline border. */
export function Panel({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('ui:rounded ui:border ui:border-rule ui:bg-leaf', className)} {...rest} />;
}

export type CardProps = {
  title: ReactNode;
  /** Makes the whole card a link, named by its title. */
  href?: string;
  /** Short text above the title, in capitals. */
  eyebrow?: ReactNode;
  children?: ReactNode;
  /** Last line, below a hairline. */
  footer?: ReactNode;
  /** Heading level of the title. */
  level?: 2 | 3 | 4;
  className?: string;
};

/** A card with a title. With `href` the whole card is a link. */
export function Card({ title, href, eyebrow, children, footer, level = 2, className }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      className={cx(
        'ui:group ui:relative ui:flex ui:flex-col ui:rounded ui:border ui:border-rule ui:bg-leaf ui:p-6 ui:transition-[border-color,box-shadow]',
        href &&
          'ui:hover:border-brass ui:hover:shadow-float ui:has-[a:focus-visible]:outline-2 ui:has-[a:focus-visible]:outline-offset-2 ui:has-[a:focus-visible]:outline-brass',
        className,
      )}
    >
      {eyebrow && (
        <p className="ui:mb-1">
          <Eyebrow>{eyebrow}</Eyebrow>
        </p>
      )}
      <Heading className="ui:text-27">
        {href ? (
          <Anchor href={href} className="ui:after:absolute ui:after:inset-0 ui:focus-visible:outline-none">
            {title}
            <ArrowRight
              aria-hidden
              className="ui:ml-2 ui:inline ui:size-5 ui:text-brass ui:transition-transform ui:group-hover:translate-x-1"
            />
          </Anchor>
        ) : (
          title
        )}
      </Heading>
      {children && <div className="ui:mt-2 ui:flex-1">{children}</div>}
      {footer && <div className="ui:mt-5 ui:border-t ui:border-rule ui:pt-4">{footer}</div>}
    </div>
  );
}

/** Short text above a title, in spaced capitals. */
export function Eyebrow({ className, ...rest }: ComponentProps<'span'>) {
  return (
    <span
      className={cx('ui:text-13 ui:font-medium ui:tracking-caps ui:text-faded ui:uppercase', className)}
      {...rest}
    />
  );
}
