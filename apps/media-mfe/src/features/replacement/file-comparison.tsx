import { formatFileSize, formatNumber, type MediaKind, Thumbnail } from '@archive/ui';
import { useEffect, useState } from 'react';
import { isBrowserPicture } from '../stored-file.ts';
import { typeName } from '../type-name.ts';

interface ComparedFile {
  name: string;
  kind: MediaKind;
  /** URL of a picture. */
  picture: string | null;
  /** Content type; empty if the browser doesn’t know it. */
  type: string;
  /** In bytes. */
  size: number | null;
  width?: number | null;
  height?: number | null;
}

interface FileComparisonProps {
  current: ComparedFile;
  chosen: ComparedFile | undefined;
}

/** The current file of a record beside the file that replaces it. */
export const FileComparison = ({ current, chosen }: FileComparisonProps) => (
  <div className="grid grid-cols-2 gap-4">
    <ComparedFigure title="Current file" file={current} />
    {chosen && <ComparedFigure title="New file" file={chosen} />}
  </div>
);

function ComparedFigure({ title, file }: { title: string; file: ComparedFile }) {
  const { name, kind, picture, type, size, width, height } = file;
  const isMeasured = kind === 'image' || kind === 'video';
  const details = [
    type !== '' && typeName(type),
    size !== null && formatFileSize(size),
    isMeasured && width && height && `${formatNumber(width)} × ${formatNumber(height)} pixels`,
  ];
  return (
    <figure className="min-w-0">
      <div className="h-40 overflow-hidden">
        <Thumbnail src={picture} alt="" kind={kind} fit="contain" />
      </div>
      <figcaption className="mt-1 text-13">
        <span className="block font-semibold">{title}</span>
        <span className="block wrap-anywhere">{name}</span>
        <span className="block text-faded tabular-nums">{details.filter(Boolean).join(' · ')}</span>
      </figcaption>
    </figure>
  );
}

/** Properties that the browser reads from a picture. */
type PictureSize = { width: number; height: number } | 'unreadable';

/** Object URL and size of a chosen picture, once the browser has read it. */
export function useChosenPicture(file: File | undefined): { url: string | null; size: PictureSize | undefined } {
  const [read, setRead] = useState<{ file: File; url: string; size: PictureSize }>();
  useEffect(() => {
    if (!file || !isBrowserPicture(file)) return undefined;
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.addEventListener('load', () =>
      setRead({ file, url, size: { width: image.naturalWidth, height: image.naturalHeight } }),
    );
    image.addEventListener('error', () => setRead({ file, url, size: 'unreadable' }));
    image.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return read && read.file === file ? { url: read.url, size: read.size } : { url: null, size: undefined };
}
