import { Upload } from '@archive/ui/icons';
import { useEffect, useState } from 'react';

interface FileDropProps {
  accept: string;
  disabled: boolean;
  /** Uses a compact layout, for when files are already chosen. */
  compact?: boolean;
  onFiles: (files: File[]) => void;
}

/** Accepts files from the file picker, drag and drop, or the clipboard. */
export function FileDrop({ accept, disabled, compact = false, onFiles }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const addFrom = (event: Event, transfer: DataTransfer | null) => {
      const files = [...(transfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      if (!disabled) onFiles(files);
    };
    // Ignore pastes into text fields: spreadsheets copy their cells as text and also as a picture.
    const onPaste = (event: ClipboardEvent) => {
      const isText = event.target instanceof HTMLInputElement && event.clipboardData?.getData('text/plain') !== '';
      if (!isText) addFrom(event, event.clipboardData);
    };
    // Listen on the whole document, because the browser would open a file that is dropped beside the box.
    const onDrop = (event: DragEvent) => {
      setOver(false);
      addFrom(event, event.dataTransfer);
    };
    const onDragOver = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => setOver(relatedTarget !== null);
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
    };
  });
  return (
    <label
      className={`flex cursor-pointer items-center rounded border border-dashed px-4 text-center transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brass hover:bg-wash ${compact ? 'flex-wrap gap-x-3 py-2' : 'flex-col gap-1 py-6'} ${isOver ? 'border-brass bg-wash' : 'border-edge'}`}
    >
      <Upload aria-hidden className="size-6 text-brass" />
      <span className="font-medium">
        Choose files
        <span aria-hidden className="text-signal">
          {' '}
          *
        </span>
      </span>
      <span className="text-13 text-faded">or drop them here, or paste an image</span>
      <input
        type="file"
        multiple
        required
        accept={accept}
        disabled={disabled}
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Reset the input, so that the same file can be chosen again after it was removed.
          target.value = '';
        }}
      />
    </label>
  );
}
