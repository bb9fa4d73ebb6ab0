import { collectionsQuery, createAlbumMutation, editAlbumMediaMutation, messageOf } from '@archive/api-client';
import { FormDialog, useIdempotencyKey } from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { QueryState } from '@archive/shell-api';
import { formatCount, formatNumber, Loading, pluralize, Select, SkeletonLine, TextField, toast } from '@archive/ui';
import { useState } from 'react';
import { TITLE_REQUIRED } from '../texts.tsx';
import { collectionHref } from '../urls.ts';
import { type SelectedFile, slugsOf } from './selected-files.tsx';

const NEW = '';
/** Maximum number of media in an album, as in the contracts. */
const MAX_MEDIA = 1000;

interface AddToCollectionProps {
  files: SelectedFile[];
  onClose: () => void;
}

/** Adds the selected media to the end of a collection, which can be a new one. A toast offers Undo. */
export function AddToCollection({ files, onClose }: AddToCollectionProps) {
  const [slugs] = useState(() => slugsOf(files));
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(collectionsQuery);
  const { data: collections } = query;
  const create = useMutation(createAlbumMutation(client));
  const editMedia = useMutation(editAlbumMediaMutation(client));
  const keyOf = useIdempotencyKey();
  const [chosen, setChosen] = useState<string>();
  const [title, setTitle] = useState('');
  const [showErrors, setShowErrors] = useState(false);
  const [failure, setFailure] = useState<string>();
  const selected = chosen ?? collections?.[0]?.album_slug ?? NEW;
  const isNew = selected === NEW;
  const withoutRecord = files.length - slugs.length;

  const collection = async () => {
    const existing = collections?.find(({ album_slug }) => album_slug === selected);
    if (existing) return existing;
    const body = { title: title.trim(), voyage_slug: null, sort_order: collections?.length ?? 0 };
    return create.mutateAsync({ body, idempotencyKey: keyOf(body) });
  };
  const save = async () => {
    setFailure(undefined);
    try {
      const { album_slug, title: name } = await collection();
      // A retry adds the media to the collection that the first attempt created.
      setChosen(album_slug);
      const { before, after } = await editMedia.mutateAsync({
        album_slug,
        change: (current) => [...new Set([...current, ...slugs])],
      });
      const added = after.filter((slug) => !before.includes(slug));
      const undo = () =>
        void editMedia
          .mutateAsync({ album_slug, change: (current) => current.filter((slug) => !added.includes(slug)) })
          .catch((reason: unknown) => toast.error(`Couldn’t undo: ${messageOf(reason)}`));
      const text =
        added.length === 0
          ? `“${name}” already has the selected media`
          : `${formatCount(added.length, 'file')} added to “${name}”`;
      toast.success(text, {
        action:
          added.length === 0
            ? { label: 'Show', onClick: () => void navigate(collectionHref(album_slug)) }
            : { label: 'Undo', onClick: undo },
      });
      onClose();
    } catch (reason) {
      setFailure(`Failed to add media to collection. ${messageOf(reason)}`);
    }
  };
  const content = () => {
    if (!collections)
      return (
        <QueryState
          query={query}
          failed="Can’t load the collections"
          loading={
            <Loading label="Loading collections...">
              <SkeletonLine />
            </Loading>
          }
        />
      );
    return (
      <>
        <Select
          label="Collection"
          value={selected}
          options={[
            ...collections.map(({ album_slug, title: name, media_count }) => ({
              value: album_slug,
              label: `${name} (${formatNumber(media_count)})`,
            })),
            { value: NEW, label: 'New collection' },
          ]}
          onChange={({ target }) => setChosen(target.value)}
        />
        {isNew && (
          <TextField
            label="Title"
            required
            maxLength={300}
            autoComplete="off"
            value={title}
            error={showErrors && title.trim() === '' ? TITLE_REQUIRED : undefined}
            onChange={({ target }) => setTitle(target.value)}
            onBlur={() => setShowErrors(true)}
          />
        )}
        {withoutRecord > 0 && (
          <p className="text-13 text-faded">
            {formatCount(withoutRecord, 'file')} {pluralize(withoutRecord, 'isn’t', 'aren’t')} in the database and can’t
            be added.
          </p>
        )}
      </>
    );
  };
  const tooMany =
    slugs.length > MAX_MEDIA ? `A collection can have up to ${formatNumber(MAX_MEDIA)} media items.` : undefined;
  return (
    <FormDialog
      title={`Add ${formatCount(slugs.length, 'file')} to a collection`}
      saveText="Add to collection"
      busyText="Adding..."
      busy={create.isPending || editMedia.isPending}
      dirty={isNew && title !== ''}
      canSave={
        collections !== undefined && slugs.length > 0 && tooMany === undefined && (!isNew || title.trim() !== '')
      }
      failure={failure ?? tooMany}
      onInvalid={() => setShowErrors(true)}
      onSave={() => void save()}
      onClose={onClose}
    >
      {content()}
    </FormDialog>
  );
}
