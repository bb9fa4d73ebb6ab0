import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { cx } from '../base/cx.ts';

export type JustifiedGridProps = ComponentProps<'ul'> & {
  /** Target row height in pixels. Rows stretch to fill the width, and are less tall on a phone. */
  rowHeight?: number;
};

/** A justified grid of pictures, each in its aspect ratio. */
export function JustifiedGrid({ rowHeight = 200, className, style, ...rest }: JustifiedGridProps) {
  return (
    <ul
      className={cx('ui:flex ui:flex-wrap ui:gap-x-3 ui:gap-y-5 ui:after:grow-[1e5] ui:after:content-[""]', className)}
      style={{ '--row': `min(${rowHeight}px, 32vw)`, ...style } as CSSProperties}
      {...rest}
    />
  );
}

export type GridPictureProps = {
  /** Width divided by height; 4/3 until known. */
  ratio?: number;
  title?: ReactNode;
  credit?: ReactNode;
  date?: ReactNode;
  /** The picture, usually a Thumbnail in a link or button with the class `gridPictureClass`. */
  children: ReactNode;
};

/** Class of the link or button around the picture. */
export const gridPictureClass = 'ui:block ui:size-full ui:rounded-sm ui:transition-opacity ui:hover:opacity-90';

/** A picture with its caption. Aspect ratios are clamped to the range from 1:2 to 3:1. */
export function GridPicture({ ratio = 4 / 3, title, credit, date, children }: GridPictureProps) {
  const clampedRatio = Math.max(0.5, Math.min(3, ratio));
  const small = [credit, date].filter(Boolean);
  return (
    <li
      className="ui:min-w-0 ui:break-inside-avoid"
      style={{
        flex: `${clampedRatio * 100} 1 calc(var(--row) * ${clampedRatio})`,
        maxWidth: `min(100%, calc(var(--row) * ${clampedRatio * 1.75}))`,
      }}
    >
      <figure>
        <div style={{ aspectRatio: clampedRatio }}>{children}</div>
        {(title || small.length > 0) && (
          <figcaption className="ui:mt-1.5 ui:text-13 ui:leading-[1.125rem] ui:contain-inline-size">
            {title && <span className="ui:block ui:font-medium">{title}</span>}
            {small.map((part, index) => (
              <span key={index} className="ui:text-faded">
                {index > 0 && ' · '}
                {part}
              </span>
            ))}
          </figcaption>
        )}
      </figure>
    </li>
  );
}
