import { albumsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import type { UploadAlbum, UploadVoyage } from '@archive/shell-api';
import { Button, Select } from '@archive/ui';
import { useEffect, useRef } from 'react';
import { VoyageField } from './voyage-field.tsx';

/** The voyage, and optionally its album, to which files are added. */
export interface UploadPlace {
  voyage: UploadVoyage | undefined;
  album: UploadAlbum | undefined;
}

export interface PlaceFieldsProps {
  place: UploadPlace;
  /** Whether the dialog was opened for this voyage, so that it can't be changed. */
  isVoyageFixed: boolean;
  /** Whether to offer the albums of the voyage. */
  hasAlbums: boolean;
  disabled: boolean;
  /** Called with the slug of the voyage's president or owner when a voyage is chosen. */
  onChange: (place: UploadPlace, president?: string | null) => void;
}

/** The voyage and the album of an upload. */
export function PlaceFields({
  place: { voyage, album },
  isVoyageFixed,
  hasAlbums,
  disabled,
  onChange,
}: PlaceFieldsProps) {
  const albums = useQuery({ ...albumsQuery(voyage?.voyage_slug ?? ''), enabled: voyage !== undefined });
  const remove = useRef<HTMLButtonElement>(null);
  const wasPicked = useRef(false);
  // Move focus, because the search field that had it is gone.
  useEffect(() => {
    if (wasPicked.current) remove.current?.focus();
    wasPicked.current = false;
  }, [voyage]);
  if (!voyage)
    return (
      <VoyageField
        disabled={disabled}
        onPick={({ voyage_slug, president_name, president_slug_from_voyage, title }) => {
          wasPicked.current = true;
          onChange({ voyage: { voyage_slug, president_name, title }, album: undefined }, president_slug_from_voyage);
        }}
      />
    );
  const choices = albums.data ?? (album ? [album] : []);
  return (
    <div className="flex flex-col gap-4">
      {(voyage.title !== undefined || !isVoyageFixed) && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1">
            <span className="block text-13 font-medium">Voyage</span>
            {voyage.title ?? voyage.voyage_slug}
          </span>
          {!isVoyageFixed && (
            <Button
              ref={remove}
              size="small"
              disabled={disabled}
              aria-label={`Remove the voyage ${voyage.title ?? ''}`}
              onClick={() => onChange({ voyage: undefined, album: undefined })}
            >
              Remove
            </Button>
          )}
        </p>
      )}
      {hasAlbums && choices.length > 0 && (
        <Select
          label="Album"
          disabled={disabled}
          options={[
            { value: '', label: 'No album' },
            ...choices.map(({ album_slug, title }) => ({ value: album_slug, label: title })),
          ]}
          value={album?.album_slug ?? ''}
          onChange={({ target }) => {
            const chosen = choices.find(({ album_slug }) => album_slug === target.value);
            onChange({ voyage, album: chosen && { album_slug: chosen.album_slug, title: chosen.title } });
          }}
        />
      )}
    </div>
  );
}
