import { createAlbumMutation } from '@archive/api-client';
import type { Album } from '@archive/contracts';
import { LeaveConfirmation, ProposesNote, useIdempotencyKey, useProposedToast, useProposes } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, cx, IconButton, TextField, Thumbnail, toast } from '@archive/ui';
import { X } from '@archive/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { ChooseFiles, kindOfFile } from './uploads.tsx';
import { useFileDrop } from '../../voyage-media/upload-media.tsx';

const TITLE_MISSING = 'Album title is required';
/** The field shows the same message, so the toast can be brief. */
const BRIEF = { duration: 5000 };

interface ChosenFile {
  file: File;
  preview: string | null;
}

interface Props {
  voyageSlug: string;
  /** Number of existing albums; the new album is sorted after them. */
  count: number;
  /** Called with the new album and the files chosen for it. */
  onCreated?(album: Album, files: File[]): void;
}

/** Creates an album, and adds the pictures that were chosen or dropped. Contributors propose one without files. */
export function NewAlbum({ voyageSlug, count, onCreated }: Props) {
  const create = useMutation(createAlbumMutation(useQueryClient()));
  const keyOf = useIdempotencyKey();
  const proposes = useProposes();
  const showProposed = useProposedToast();
  const about = `create-album ${voyageSlug}`;
  const [isOpen, setOpen] = useState(false);
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [chosenFiles, setChosen] = useState<ChosenFile[]>([]);
  const [error, setError] = useState<string>();
  const firstField = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const addFiles = (files: File[]) => {
    setOpen(true);
    const newFiles = files.map((file) => ({
      file,
      preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    }));
    setChosen((current) => [...current, ...newFiles]);
  };
  const { over, target } = useFileDrop(addFiles);
  useEffect(() => {
    if (isOpen) firstField.current?.focus();
  }, [isOpen]);

  const release = (files: ChosenFile[]) => {
    for (const { preview } of files) if (preview !== null) URL.revokeObjectURL(preview);
  };
  const close = () => {
    release(chosenFiles);
    setOpen(false);
    setTitle('');
    setDescription('');
    setChosen([]);
    setError(undefined);
  };
  const save = () => {
    if (create.isPending) return;
    if (title.trim() === '') {
      setError(TITLE_MISSING);
      toast.error(TITLE_MISSING, { ...BRIEF, key: about });
      firstField.current?.focus();
      return;
    }
    const body = {
      title: title.trim(),
      description: description.trim() || null,
      voyage_slug: voyageSlug,
      sort_order: count,
    };
    create.mutate(
      { body, idempotencyKey: keyOf(body) },
      {
        onSuccess: (album) => {
          toast.dismissByKey(about);
          onCreated?.(
            album,
            chosenFiles.map(({ file }) => file),
          );
          close();
        },
        onError: (failure) => {
          if (showProposed(failure)) close();
          else toast.error('Failed to create album', { key: about });
        },
      },
    );
  };
  if (!isOpen) {
    return (
      <div
        {...(proposes ? {} : target)}
        className={cx(
          '-mx-2.25 mt-3 rounded border border-dashed p-2 print:hidden',
          over ? 'border-brass bg-wash' : 'border-transparent',
        )}
      >
        <Button ref={opener} size="small" onClick={() => setOpen(true)}>
          {proposes ? 'Propose an album' : 'Create album'}
        </Button>
        {!proposes && <span className="ml-3 text-13 text-faded pointer-coarse:hidden">or drop files here</span>}
      </div>
    );
  }
  return (
    <form
      {...(proposes ? {} : target)}
      aria-label="New album"
      className={cx('mt-3 flex flex-col gap-3 rounded border p-4', over ? 'border-brass bg-wash' : 'border-rule')}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <LeaveConfirmation unsaved={() => title !== '' || description !== '' || chosenFiles.length > 0} />
      <TextField
        ref={firstField}
        label="Title"
        maxLength={300}
        autoComplete="off"
        value={title}
        error={error}
        onChange={({ target: { value } }) => {
          setTitle(value);
          setError(undefined);
        }}
      />
      <TextField
        label="Description"
        maxLength={10_000}
        autoComplete="off"
        value={description}
        onChange={({ target: { value } }) => setDescription(value)}
      />
      {chosenFiles.length > 0 && (
        <ul aria-label="Files for the album" className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
          {chosenFiles.map((chosenFile) => (
            <li key={chosenFile.preview ?? chosenFile.file.name} className="relative min-w-0">
              <div className="aspect-4/3">
                <Thumbnail src={chosenFile.preview} alt="" kind={kindOfFile(chosenFile.file)} />
              </div>
              <p className="mt-1 truncate text-13">{chosenFile.file.name}</p>
              <IconButton
                plain
                size="small"
                className="absolute! top-1 right-1 bg-leaf/90!"
                label={`Remove ${chosenFile.file.name}`}
                icon={<X aria-hidden />}
                onClick={() => {
                  release([chosenFile]);
                  setChosen((current) => current.filter((other) => other !== chosenFile));
                  firstField.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {!proposes && (
        <p className="flex flex-wrap items-center gap-3">
          <ChooseFiles
            size="small"
            label="Choose photos or documents"
            name="Photos or documents for the album"
            onFiles={addFiles}
          />
          <span className="text-13 text-faded pointer-coarse:hidden">or drop them here</span>
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary" busy={create.isPending}>
          {proposes ? 'Propose album' : 'Create'}
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            close();
            requestAnimationFrame(() => opener.current?.focus());
          }}
        >
          Cancel
        </Button>
        <ProposesNote />
      </div>
    </form>
  );
}
