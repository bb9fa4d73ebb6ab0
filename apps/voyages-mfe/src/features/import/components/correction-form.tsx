import { Badge, Button, TextArea } from '@archive/ui';
import type { Correction } from '../corrections.ts';
import { lineLabel } from '../labels.ts';

const MAX_ROWS = 24;

const focus = (box: HTMLTextAreaElement | null) => box?.focus();

interface CorrectionFormProps {
  correction: Correction;
  onType: (text: string) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** Lines of the document as text that can be corrected. Ctrl+Enter saves, Escape cancels. */
export function CorrectionForm({ correction, onType, onSave, onCancel }: CorrectionFormProps) {
  const rows = Math.min(MAX_ROWS, correction.text.split('\n').length + 1);
  return (
    <form
      className="flex flex-col gap-2 border-l-3 border-l-brass p-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <TextArea
        ref={focus}
        label={lineLabel(correction)}
        rows={rows}
        value={correction.text}
        onChange={({ target: { value } }) => onType(value)}
        onKeyDown={({ key, ctrlKey, metaKey, nativeEvent: { isComposing } }) => {
          if (isComposing) return;
          if (key === 'Escape') onCancel();
          if (key === 'Enter' && (ctrlKey || metaKey)) onSave();
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" variant="primary">
          Save lines
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Corrected lines in place of the original ones. */
export function CorrectedLines({ correction, onEdit }: { correction: Correction; onEdit: () => void }) {
  return (
    <div className="flex flex-col gap-1 border-l-3 border-l-brass bg-wash py-2 pr-3 pl-3">
      <p className="flex flex-wrap items-center gap-2 text-faded">
        <Badge tone="brass">Edited</Badge> {lineLabel(correction)}
        <Button size="small" variant="quiet" onClick={onEdit}>
          Edit
        </Button>
      </p>
      <p className="break-words whitespace-pre-wrap">
        {correction.text || <span className="text-faded">Removed</span>}
      </p>
    </div>
  );
}
