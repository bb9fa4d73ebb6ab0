import type { StoredFile } from '@archive/contracts';
import { Link } from '@archive/router';
import { contactPrintClass, cx, Thumbnail } from '@archive/ui';
import { useEffect } from 'react';
import { SelectBox } from '../../several/select-box.tsx';
import type { Selection } from '../../several/selection.ts';
import { explorerHref } from '../address.ts';
import { captionOf, kindOf, pictureOf } from '../kinds.ts';
import { fileSize } from '../names.ts';
import { useSheet } from '../use-sheet.ts';

const CHOSEN = 'outline-3 outline-offset-2 outline-navy';

interface FilesProps {
  files: StoredFile[];
  path: string;
  /** While editing: what is chosen, with a box on each print. */
  selection: Selection | undefined;
}

/** The files of a folder as a contact sheet, however many there are. Ctrl+A chooses all of them, Escape none. */
export function Files({ files, path, selection }: FilesProps) {
  const { own, height, shown } = useSheet(files);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape') selection?.clear();
      if (event.key !== 'a' || !(event.ctrlKey || event.metaKey) || !selection) return;
      event.preventDefault();
      selection.all();
    };
    const list = own.current;
    list?.addEventListener('keydown', pressed);
    return () => list?.removeEventListener('keydown', pressed);
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
