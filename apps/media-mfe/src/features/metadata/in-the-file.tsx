import { Button } from '@archive/ui';
import type { FoundInFile } from './found-in-file.ts';
import { FIELD_LABELS, formatValue } from './media-draft.ts';

interface InTheFileProps {
  found: FoundInFile | undefined;
  onUse: (found: FoundInFile) => void;
}

/** Offers the value in the file, below a field of a form. */
export function InTheFile({ found, onUse }: InTheFileProps) {
  if (!found) return null;
  const { name, text } = found;
  return (
    <p className="-mt-1 flex items-start gap-2 text-13 text-faded">
      <span className="min-w-0 py-1.5 wrap-anywhere whitespace-pre-line">In the file: {formatValue(name, text)}</span>
      <Button
        size="small"
        className="shrink-0"
        aria-label={`Use the ${FIELD_LABELS[name].toLowerCase()} from the file`}
        onClick={() => onUse(found)}
      >
        Use
      </Button>
    </p>
  );
}
