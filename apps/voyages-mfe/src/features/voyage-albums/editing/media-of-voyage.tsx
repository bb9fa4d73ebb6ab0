import type { MediaItem } from '@archive/contracts';
import { SelectBox, useSelection } from '@archive/editing';
import { Button, Disclosure, Thumbnail, toast } from '@archive/ui';
import { useRef, useState } from 'react';
import { kindOf, pictureOf } from '../../voyage-record/components/media-lightbox.tsx';

const NOTHING_CHOSEN = 'Please select media to add';
/** The list shows the same message, so the toast can be brief. */
const BRIEF = { duration: 5000 };

const slugOf = ({ media_slug }: MediaItem) => media_slug;

interface Props {
  /** Title of the album. */
  title: string;
  /** Media of the voyage that are not in the album. */
  media: MediaItem[];
  /** Resolves to true if the media were added. */
  onAdd(items: MediaItem[]): Promise<boolean>;
}

/** Adds media of the voyage to the album, one or more at a time. Media stay selected until they are added. */
export function MediaOfVoyage({ title, media, onAdd }: Props) {
  const selection = useSelection(media, slugOf);
  const [error, setError] = useState(false);
  // The state is in this component, because the list isn't rendered while the last media are being added.
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (media.length === 0) return null;
  const add = async () => {
    if (selection.items.length === 0) {
      setError(true);
      toast.error(NOTHING_CHOSEN, BRIEF);
      return;
    }
    const items = selection.items;
    if (await onAdd(items)) selection.deselect(items);
    else
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) button.current?.focus();
      });
  };
  return (
    <Disclosure label={`Other media from this voyage (${media.length})`} open={isOpen} onOpenChange={setOpen}>
      <div className="flex flex-col items-start gap-3">
        <ul
          aria-label={`Media from this voyage that are not in ${title}`}
          className="grid w-full grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3"
        >
          {media.map((item) => (
            <li key={item.media_slug} className="min-w-0">
              <div className="relative aspect-4/3">
                <SelectBox
                  item={item.media_slug}
                  name={item.title}
                  selection={{
                    has: selection.has,
                    toggle: (key, range) => {
                      setError(false);
                      selection.toggle(key, range);
                    },
                  }}
                />
                <Thumbnail src={pictureOf(item)} alt="" kind={kindOf(item)} />
              </div>
              <p className="mt-1 line-clamp-2 text-13 wrap-anywhere">{item.title}</p>
            </li>
          ))}
        </ul>
        {error && (
          <p role="alert" className="text-13 text-signal">
            {NOTHING_CHOSEN}
          </p>
        )}
        <p className="flex flex-wrap gap-2">
          <Button ref={button} onClick={() => void add()}>
            Add to album
          </Button>
          {selection.items.length < media.length && media.length > 1 && (
            <Button onClick={selection.all}>Select all {media.length}</Button>
          )}
        </p>
      </div>
    </Disclosure>
  );
}
