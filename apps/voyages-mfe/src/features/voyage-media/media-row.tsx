import { unlinkMediaMutation } from '@archive/api-client';
import type { MediaItem, Voyage } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, formatDate, toast } from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { useRef, useState } from 'react';
import { Opening } from '../voyage-record/components/media-opening.tsx';
import { MediaRowForm } from './media-row-form.tsx';

interface Props {
  item: MediaItem;
  voyage: Voyage;
  /** It is a form just now. */
  editing: boolean;
  /** Something else of the log is a form just now. */
  waiting: boolean;
  onEdit(editing: boolean): void;
  onOpen(item: MediaItem): void;
}

/** One of a voyage's media: as it is, or as a form in its place. */
export function MediaRow({ item, voyage, editing, waiting, onEdit, onOpen }: Props) {
  const [asked, setAsked] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const said = [item.media_type, item.credit, item.date && formatDate(item.date)].filter(Boolean).join(' · ');
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <span className="h-14 w-18 shrink-0">
        <Opening item={item} onOpen={onOpen} className="h-14 w-18 border border-rule" />
      </span>
      {editing ? (
        <MediaRowForm
          slug={item.media_slug}
          onClose={() => {
            onEdit(false);
            requestAnimationFrame(() => edit.current?.focus());
          }}
        />
      ) : (
        <>
          <span className="min-w-40 flex-1">
            <span className="block font-serif text-17 wrap-anywhere">{item.title}</span>
            <span className="block text-13 text-faded">{said}</span>
            {item.description_markdown && (
              <span className="mt-1 line-clamp-2 text-13 wrap-anywhere">{item.description_markdown}</span>
            )}
          </span>
          <span className="flex gap-2">
            <Button
              ref={edit}
              size="small"
              icon={<Pencil aria-hidden className="size-4" />}
              aria-label={`Edit: ${item.title}`}
              disabled={waiting}
              onClick={() => onEdit(true)}
            >
              Edit
            </Button>
            <Button size="small" variant="quiet" aria-label={`Detach: ${item.title}`} onClick={() => setAsked(true)}>
              Detach
            </Button>
          </span>
        </>
      )}
      {asked && <Detach item={item} voyage={voyage} onClose={() => setAsked(false)} />}
    </li>
  );
}

function Detach({ item, voyage, onClose }: Pick<Props, 'item' | 'voyage'> & { onClose(): void }) {
  const unlink = useMutation(unlinkMediaMutation(useQueryClient()));
  const { media_slug } = item;
  const { voyage_slug } = voyage;
  const confirmed = () =>
    unlink.mutateAsync({ media_slug, voyage_slug }).then(
      () => toast.success('Media detached from 1 voyage(s) successfully!'),
      (failure: unknown) => {
        // The message of SPEC section 8 sends the curator there.
        // oxlint-disable-next-line no-console
        console.error(failure);
        toast.error('Failed to detach media from voyages. Check console for details.');
        onClose();
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !unlink.isPending && onClose()}
      title={`Detach “${item.title}” from this voyage?`}
      description="It is taken off this voyage, and out of its albums. The media stays in the database and in storage."
      confirmText="Detach"
      danger
      busy={unlink.isPending}
      onConfirm={() => void confirmed()}
    >
      <p className="font-serif text-17">{voyage.title}</p>
    </ConfirmDialog>
  );
}
