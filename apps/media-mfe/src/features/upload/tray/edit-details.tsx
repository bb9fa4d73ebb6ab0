import { Button, Dialog } from '@archive/ui';
import { kindOfFile } from '../../file-kinds.ts';
import type { UploadItem } from '../store/upload-item.ts';
import { uploads } from '../store/upload-store.ts';
import { FileTable } from '../table/file-table.tsx';
import { statusOf } from './summary.ts';

/** A duplicate that was not stored has no record of its own. */
const isReadOnly = ({ state, media_slug }: UploadItem) => state === 'done' && media_slug === undefined;

/** The fields of all uploads, during and after the upload. Changes are saved when a field is left. */
export function EditDetails({ items, onClose }: { items: readonly UploadItem[]; onClose: () => void }) {
  return (
    <Dialog
      open
      size="wide"
      title="Edit details"
      description="Changes are saved when you leave a field. For files in progress, they are saved after the upload."
      onOpenChange={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <FileTable
        showErrors
        rows={items.map((item) => {
          const { text, isProblem } = statusOf(item);
          return {
            id: item.id,
            name: item.name,
            size: item.size,
            preview: item.preview,
            kind: kindOfFile(item),
            values: item.values,
            status: text,
            hasProblem: isProblem,
            isReadOnly: isReadOnly(item),
          };
        })}
        onChange={(id, values) => uploads.change(id, values)}
        onLeave={(id) => uploads.saveEdits(id)}
      />
    </Dialog>
  );
}
