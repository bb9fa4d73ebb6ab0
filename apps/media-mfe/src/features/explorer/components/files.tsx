import type { StoredFile } from '@archive/contracts';
import { Link } from '@archive/router';
import { contactPrintClass, cx, Thumbnail } from '@archive/ui';
import { useEffect, useRef } from 'react';
import { SelectBox } from '../../several/select-box.tsx';
import type { Selection } from '../../several/selection.ts';
import { explorerHref } from '../address.ts';
import { captionOf, kindOf, pictureOf } from '../kinds.ts';
import { fileSize } from '../names.ts';
import { neighbourOf } from '../rows.ts';
import { useSheet } from '../use-sheet.ts';

const CHOSEN = 'outline-3 outline-offset-2 outline-navy';

const printAt = (list: HTMLElement | null, index: number) => list?.querySelector(`[aria-posinset="${index + 1}"]`);

interface FilesProps {
  files: StoredFile[];
  path: string;
  /** While editing: what is chosen, with a box on each print. */
  selection: Selection | undefined;
  /** Name of the file from which one has come back to the folder: its print gets focus again. */
  cameFrom: string | null;
}

/**
 * The files of a folder as a contact sheet, however many there are. Arrow keys go from print to print; Ctrl+A chooses all of them,
 * Escape none.
 */
export function Files({ files, path, selection, cameFrom }: FilesProps) {
  const { own, height, shown } = useSheet(files);
  const returned = useRef(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const from = event.target instanceof HTMLElement ? event.target : null;
      const at = Number(from?.closest('[aria-posinset]')?.getAttribute('aria-posinset')) - 1;
      const to = neighbourOf(shown, at, event.key);
      if (to !== undefined) {
        event.preventDefault();
        printAt(own.current, to)
          ?.querySelector<HTMLElement>(from instanceof HTMLInputElement ? 'input' : 'a')
          ?.focus();
      }
      if (event.key === 'Escape') selection?.clear();
      if (event.key !== 'a' || !(event.ctrlKey || event.metaKey) || !selection) return;
      event.preventDefault();
      selection.all();
    };
    const list = own.current;
    list?.addEventListener('keydown', pressed);
    return () => list?.removeEventListener('keydown', pressed);
  });
  useEffect(() => {
    if (cameFrom === null || returned.current) return;
    const at = files.findIndex(({ name }) => name === cameFrom);
    const link = document.activeElement === document.body && printAt(own.current, at)?.querySelector('a');
    if (!link) return;
    link.focus({ preventScroll: true });
    returned.current = true;
  });
  return (
    <ul ref={own} aria-label="Files" className="relative" style={{ height }}>
      {shown.map(({ item: file, index, ...place }) => (
        <li
          key={file.path}
          aria-setsize={files.length}
          aria-posinset={index + 1}
          className="absolute top-0"
          style={{ left: place.left, width: place.width, transform: `translateY(${place.top}px)` }}
        >
          <figure>
            <div className="relative" style={{ height: place.height }}>
              {selection && <SelectBox path={file.path} name={captionOf(file)} selection={selection} />}
              <Link
                to={explorerHref(path, file.name)}
                aria-label={captionOf(file)}
                className={cx(contactPrintClass, selection?.has(file.path) && CHOSEN)}
              >
                <Thumbnail src={pictureOf(file)} alt="" kind={kindOf(file)} />
              </Link>
            </div>
            <figcaption className="mt-1.5 text-13 leading-[1.125rem]">
              <span className="line-clamp-2 font-medium [overflow-wrap:anywhere]">{captionOf(file)}</span>
              <span className="block truncate text-faded">{fileSize(file.size)}</span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
