import { personPicturesQuery } from '@archive/api-client';
import type { Person, PersonPicture } from '@archive/contracts';
import { usePortrait, useProposes } from '@archive/editing';
import { useQuery } from '@archive/query';
import { RemoteComponent } from '@archive/shell-api';
import { Button, Dialog, formatDate, Notice, Thumbnail } from '@archive/ui';
import { useState } from 'react';

/** Maximum number of pictures offered here. The media library has all of them. */
const LIMIT = 100;

interface PickPortraitProps {
  person: Person;
  onClose: () => void;
}

/** Picks the portrait of a person: a picture in which they are marked, or any image in the media library. */
export function PickPortrait({ person, onClose }: PickPortraitProps) {
  const { change } = usePortrait();
  const [showsLibrary, setShowsLibrary] = useState(false);
  const { data, isPending } = useQuery(personPicturesQuery(person.person_slug, LIMIT));
  if (isPending) return null;
  const pictures = (data?.items ?? []).filter(
    ({ media_type, media_slug, thumbnail_url }) =>
      media_type === 'image' && thumbnail_url !== null && media_slug !== person.portrait,
  );
  const pick = (media_slug: string) => void change(person, media_slug);
  if (pictures.length === 0 || showsLibrary) return <PickImage person={person} onPick={pick} onClose={onClose} />;
  return (
    <Dialog
      open
      title="Set portrait"
      description={`Choose an image in which ${person.full_name} is marked. The portrait will show the marked region.`}
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => setShowsLibrary(true)}>Choose from the media library</Button>
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {pictures.map((picture) => (
          <li key={picture.media_slug} className="min-w-0">
            <Picture
              picture={picture}
              onPick={() => {
                pick(picture.media_slug);
                onClose();
              }}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Picture({ picture, onPick }: { picture: PersonPicture; onPick: () => void }) {
  const { title, date, region, thumbnail_url } = picture;
  const details = [date && formatDate(date), region ? null : 'No region marked'].filter(Boolean);
  return (
    <button
      type="button"
      className="flex size-full flex-col gap-2 rounded border border-rule bg-leaf p-2 text-left text-13 leading-[1.125rem] transition-colors hover:bg-wash"
      onClick={onPick}
    >
      <span className="block h-28 w-full">
        <Thumbnail src={thumbnail_url} alt="" />
      </span>
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{title}</span>
        {details.length > 0 && <span className="block text-faded">{details.join(' · ')}</span>}
      </span>
    </button>
  );
}

function PickImage({ person, onPick, onClose }: PickPortraitProps & { onPick: (media_slug: string) => void }) {
  const proposes = useProposes();
  return (
    <RemoteComponent
      remote="media"
      exposed="./media-picker"
      props={{
        open: true,
        imagesOnly: true,
        action: proposes ? 'Propose as portrait' : 'Set as portrait',
        excluded: person.portrait === null ? [] : [person.portrait],
        onSelect: ({ media_slug }) => onPick(media_slug),
        onClose,
      }}
      fallback={(retry) => (
        <Dialog open title="Set portrait" onOpenChange={onClose}>
          <Notice announce tone="warning" action={<Button onClick={retry}>Retry</Button>}>
            Can’t open the media library right now.
          </Notice>
        </Dialog>
      )}
    />
  );
}
