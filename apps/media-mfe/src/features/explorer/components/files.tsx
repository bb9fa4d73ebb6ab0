import type { StoredFile } from '@archive/contracts';
import { SelectBox, type Selection } from '@archive/editing';
import { Link } from '@archive/router';
import { Anchor, type AnchorProps, gridPictureClass, cx, formatDuration, formatFileSize, Thumbnail } from '@archive/ui';
import { useEffect, useRef } from 'react';
import { captionOf, isDoubtful, kindOf, lacksPreview, thumbnailOf } from '../../stored-file.ts';
import { neighborOf } from '../rows.ts';
import { useJustifiedRows } from '../use-justified-rows.ts';

const SELECTED = 'outline-3 outline-offset-2 outline-navy';

const thumbnailAt = (list: HTMLElement | null, index: number) => list?.querySelector(`[aria-posinset="${index + 1}"]`);

interface FilesProps {
  files: StoredFile[];
  /** URL that a thumbnail opens. */
  hrefOf: (file: StoredFile) => string;
  /** In Edit Mode: the selection, with a checkbox on each thumbnail. */
  selection: Pick<Selection<unknown>, 'has' | 'toggle' | 'all' | 'clear'> | undefined;
  /** File that was just closed; its thumbnail gets focus again. */
  lastFile: string | null;
}

/**
 * Files as a virtualized grid. Arrow keys move between thumbnails; Ctrl+A selects all files, Escape clears the
 * selection.
 */
export function Files({ files, hrefOf, selection, lastFile }: FilesProps) {
  const { list, height, shown: visibleItems } = useJustifiedRows(files);
  const focusRestored = useRef(false);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const from = event.target instanceof HTMLElement ? event.target : null;
      const index = Number(from?.closest('[aria-posinset]')?.getAttribute('aria-posinset')) - 1;
      const to = neighborOf(visibleItems, index, event.key);
      if (to !== undefined) {
        event.preventDefault();
        thumbnailAt(list.current, to)
          ?.querySelector<HTMLElement>(from instanceof HTMLInputElement ? 'input' : 'a')
          ?.focus();
      }
      if (event.key === 'Escape') selection?.clear();
      if (event.key !== 'a' || !(event.ctrlKey || event.metaKey) || !selection) return;
      event.preventDefault();
      selection.all();
    };
    const element = list.current;
    element?.addEventListener('keydown', handleKey);
    return () => element?.removeEventListener('keydown', handleKey);
  });
  useEffect(() => {
    if (lastFile === null || focusRestored.current) return;
    const index = files.findIndex(({ name }) => name === lastFile);
    const link = document.activeElement === document.body && thumbnailAt(list.current, index)?.querySelector('a');
    if (!link) return;
    link.focus({ preventScroll: true });
    focusRestored.current = true;
  });
  return (
    <ul ref={list} aria-label="Files" className="relative" style={{ height }}>
      {visibleItems.map(({ item: file, index, ...position }) => (
        <li
          key={file.path}
          aria-setsize={files.length}
          aria-posinset={index + 1}
          className="absolute top-0"
          style={{ left: position.left, width: position.width, transform: `translateY(${position.top}px)` }}
        >
          <figure>
            <div className="relative" style={{ height: position.height }}>
              {selection && <SelectBox item={file.path} name={captionOf(file)} selection={selection} />}
              <FileLink
                href={hrefOf(file)}
                aria-label={captionOf(file)}
                className={cx(gridPictureClass, selection?.has(file.path) && SELECTED)}
              >
                <Thumbnail src={thumbnailOf(file)} alt="" kind={kindOf(file)} />
              </FileLink>
            </div>
            <figcaption className="mt-1.5 text-13 leading-[1.125rem]">
              {/* For the mouse. The keyboard and screen readers have the link above. */}
              <FileLink
                href={hrefOf(file)}
                tabIndex={-1}
                aria-hidden
                className="line-clamp-2 font-medium [overflow-wrap:anywhere]"
              >
                {captionOf(file)}
              </FileLink>
              <span className="block truncate text-faded">
                {factsOf(file)}
                {lacksPreview(file) && <span className="text-amber"> · No preview</span>}
                {isDoubtful(file) && <span className="text-amber"> · Damaged</span>}
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

/** "12.40 MB · 3:05" */
const factsOf = ({ size, duration, frame_count: frames }: StoredFile): string =>
  [size > 0 && formatFileSize(size), duration && formatDuration(duration), frames && 'Animated']
    .filter(Boolean)
    .join(' · ');

/** A link to a file. External files open in a new tab. */
function FileLink({ href, ...rest }: AnchorProps) {
  return href.startsWith('/') ? <Link to={href} {...rest} /> : <Anchor href={href} {...rest} />;
}
