import { useEffect, useRef, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Calls `onFiles` with files that are dropped or pasted anywhere on the page, except on an element that handles them itself. Returns
 * whether files are being dragged over the page.
 *
 * @param onFiles undefined while the page accepts no files, for example while a dialog is open
 */
export function useDroppedFiles(onFiles: ((files: File[]) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  const isActive = onFiles !== undefined;
  useEffect(() => {
    if (!isActive) return undefined;
    const take = (event: Event, transfer: DataTransfer | null) => {
      const files = [...(transfer?.files ?? [])];
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      latest.current?.(files);
    };
    const onDragOver = (event: DragEvent) => {
      setOver(hasFiles(event) && !event.defaultPrevented);
      if (hasFiles(event)) event.preventDefault();
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      take(event, event.dataTransfer);
    };
    const onPaste = (event: ClipboardEvent) => {
      // Ignore pastes into text fields: spreadsheets copy their cells as text and also as a picture.
      const isText = event.target instanceof HTMLElement && event.target.matches('input, textarea');
      if (!isText) take(event, event.clipboardData);
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      setOver(false);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, [isActive]);
  return isOver;
}
