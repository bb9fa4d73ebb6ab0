import { messageOf, renameTagsMutation, undoTagsMutation } from '@archive/api-client';
import type { Tag } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, Dialog, formatCount, formatList, Notice, pluralize, TextField, toast } from '@archive/ui';
import { useId, useState } from 'react';

interface RenameDialogProps {
  tags: Tag[];
  onClose: () => void;
  onDone: () => void;
}

/** The most used tag comes first: the others are usually misspellings of it. */
const mostUsed = (tags: Tag[]) => tags.toSorted((left, right) => countOf(right) - countOf(left))[0]?.tag ?? '';
const countOf = ({ media_count, people_count }: Tag) => media_count + people_count;

/** Renames a tag, or merges tags, on all records. The toast offers Undo. */
export function RenameDialog({ tags, onClose, onDone }: RenameDialogProps) {
  const form = useId();
  const client = useQueryClient();
  const [newName, setNewName] = useState(() => mostUsed(tags));
  const [showsErrors, setShowsErrors] = useState(false);
  const rename = useMutation(renameTagsMutation(client));
  const { mutateAsync: undo } = useMutation(undoTagsMutation(client));
  const names = tags.map(({ tag }) => tag);
  const isMerge = tags.length > 1;
  const name = newName.trim();
  const problem = name === '' ? 'Enter a tag.' : name.includes(',') ? 'A tag can’t contain a comma.' : undefined;
  const isUnchanged = !isMerge && name === names[0];
  const records = tags.reduce((sum, tag) => sum + countOf(tag), 0);

  const save = async () => {
    setShowsErrors(true);
    if (problem || isUnchanged || rename.isPending) return;
    const result = await rename.mutateAsync({ tags: names, to: name }).catch(() => undefined);
    if (!result) return;
    toast.success(`Tag updated on ${formatCount(result.changed.length, 'record')}`, {
      action: {
        label: 'Undo',
        onClick: () =>
          void undo(result.changed).then(
            ({ restored, left }) => {
              if (restored > 0) toast.success(`Tags restored on ${formatCount(restored, 'record')}`);
              if (left > 0)
                toast.error(
                  `${formatCount(left, 'record')} ${pluralize(left, 'was', 'were')} edited in the meantime, so ${pluralize(left, 'its', 'their')} tags weren’t restored.`,
                );
            },
            (error: unknown) => toast.error(`Couldn’t undo: ${messageOf(error)}`),
          ),
      },
    });
    onDone();
  };

  return (
    <Dialog
      open
      title={isMerge ? `Merge ${formatCount(tags.length, 'tag')}` : `Rename “${names[0]}”`}
      description={
        isMerge
          ? `${formatList(names)} will become one tag. Up to ${formatCount(records, 'record')} will change.`
          : `${formatCount(records, 'record')} will change. If the new name is in use, the two tags will become one.`
      }
      onOpenChange={(open) => !open && !rename.isPending && onClose()}
      footer={
        <>
          <Button onClick={onClose} disabled={rename.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={rename.isPending} disabled={isUnchanged}>
            {isMerge ? 'Merge' : 'Rename'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {rename.error && (
          <Notice announce tone="error" className="mb-4">
            {messageOf(rename.error)}
          </Notice>
        )}
        <TextField
          label="Tag"
          autoComplete="off"
          maxLength={100}
          value={newName}
          error={showsErrors ? problem : undefined}
          onChange={({ target }) => setNewName(target.value)}
        />
      </form>
    </Dialog>
  );
}
