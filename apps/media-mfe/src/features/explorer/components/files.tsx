import type { StoredFile } from '@archive/contracts';
import { Link } from '@archive/router';
import { contactPrintClass, Thumbnail } from '@archive/ui';
import { explorerHref } from '../address.ts';
import { captionOf, kindOf, pictureOf } from '../kinds.ts';
import { fileSize } from '../names.ts';
import { useSheet } from '../use-sheet.ts';

/** The files of a folder as a contact sheet, however many there are. */
export function Files({ files, path }: { files: StoredFile[]; path: string }) {
  const { own, height, shown } = useSheet(files);
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
            <div style={{ height: place.height }}>
              <Link to={explorerHref(path, file.name)} aria-label={captionOf(file)} className={contactPrintClass}>
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
