import { Spinner } from '@archive/ui';
import { Upload } from '@archive/ui/icons';
import { useEffect, useState } from 'react';

/** What is chosen. */
const FILES = {
  document: {
    accept: '.md,.markdown,.txt,.docx,.json,.csv,.tsv,.xlsx',
    hint: 'or drop it here: Markdown, text, Word (.docx), Excel (.xlsx), CSV, or JSON, up to 50 MB',
  },
  package: { accept: '.zip,application/zip', hint: 'or drop it here: the ZIP file of another archive' },
};

interface DropDocumentProps {
  kind?: keyof typeof FILES;
  busy?: boolean;
  onDocument: (file: File) => void;
  /** Called when more than one file is dropped. None of the files is used. */
  onMultiple: () => void;
}

/** File input that also accepts a drop anywhere on the page. */
export function DropDocument({ kind = 'document', busy = false, onDocument, onMultiple }: DropDocumentProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => setOver(relatedTarget !== null);
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (busy || !event.dataTransfer) return;
      const [file, another] = event.dataTransfer.files;
      if (another) onMultiple();
      else if (file) onDocument(file);
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
    };
  });
  return (
    <label
      className={`flex cursor-pointer flex-col items-center gap-1 rounded border border-dashed px-4 py-10 text-center transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brass hover:bg-wash ${isOver ? 'border-brass bg-wash' : 'border-edge'}`}
    >
      {busy ? <Spinner className="size-6 text-brass" /> : <Upload aria-hidden className="size-6 text-brass" />}
      <span className="font-medium">{busy ? `Uploading ${kind}...` : `Choose a ${kind}`}</span>
      <span className="text-13 text-faded">{FILES[kind].hint}</span>
      <input
        type="file"
        accept={FILES[kind].accept}
        disabled={busy}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onDocument(file);
          // Reset the input, so that the same file can be chosen again after it was corrected.
          target.value = '';
        }}
      />
    </label>
  );
}
