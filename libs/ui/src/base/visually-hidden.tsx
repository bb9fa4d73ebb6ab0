import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** Text for screen readers only. */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span className={cx('ui:sr-only', className)} {...rest} />;
}
