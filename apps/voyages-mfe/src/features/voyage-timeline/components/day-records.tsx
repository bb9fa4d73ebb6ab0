import { messageOf, timelineMediaQuery, timelineVoyagesQuery } from '@archive/api-client';
import type { MediaItem, VoyageListItem } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { Button, cx, FailedState, formatDate, SkeletonList } from '@archive/ui';
import { useState } from 'react';
import { VoyageMedia } from '../../voyage-record/components/voyage-media.tsx';
import { useAtRest } from '../use-at-rest.ts';
import { DayCard } from './day-card.tsx';

interface Props {
  /** A day, a month or a year. */
  date: string;
  owners: string[];
}

interface Shelf {
  date: string;
  voyages: VoyageListItem[];
  media: MediaItem[];
}

/** Records of the very date, and those known only to its month or year. */
function shelves(date: string, voyages: VoyageListItem[], media: MediaItem[]): Shelf[] {
  return [date.slice(0, 7), date.slice(0, 4)]
    .filter((period, index, all) => period !== date && all.indexOf(period) === index)
    .map((period) => ({
      date: period,
      voyages: voyages.filter(({ start_date }) => start_date === period),
      media: media.filter((item) => item.date === period),
    }))
    .filter((shelf) => shelf.voyages.length + shelf.media.length > 0);
}

/** A voyage of several days is there on each of them. */
const isOn = (date: string, { start_date, end_date }: VoyageListItem): boolean =>
  start_date === date ||
  (date.length === 10 && start_date.length === 10 && start_date < date && end_date !== null && date <= end_date);

/** What is on record for the date: voyages as cards, media as a contact sheet, and the shelf of vaguer dates. */
export function DayRecords({ date: chosen, owners }: Props) {
  const date = useAtRest(chosen);
  const voyages = useQuery({ ...timelineVoyagesQuery(date, owners), placeholderData: keepPreviousData });
  const media = useQuery({ ...timelineMediaQuery(date, owners), placeholderData: keepPreviousData });
  const waiting = voyages.isPlaceholderData || media.isPlaceholderData;
  // Until the records of another date are here, those before stay, and nothing is said of it yet.
  const [shown, setShown] = useState(date);
  if (!waiting && shown !== date) setShown(date);
  const error = voyages.error ?? media.error;
  if (error && !(voyages.data && media.data)) {
    const retry = () => {
      void voyages.refetch();
      void media.refetch();
    };
    return (
      <FailedState
        title="The records of this date could not be read."
        action={
          <Button busy={voyages.isFetching || media.isFetching} onClick={retry}>
            Retry
          </Button>
        }
      >
        {messageOf(error)}
      </FailedState>
    );
  }
  if (!voyages.data || !media.data) return <SkeletonList label="Loading records…" rows={2} />;

  const here = voyages.data.items.filter((voyage) => isOn(shown, voyage));
  const pictures = media.data.items.filter((item) => item.date === shown);
  const isLate = waiting || date !== chosen;
  return (
    <div aria-busy={isLate} className={cx('flex flex-col gap-8 transition-opacity', isLate && 'opacity-60 delay-150')}>
      {here.length + pictures.length === 0 && (
        <p className="font-serif text-17 text-faded italic">Nothing is on record for this date.</p>
      )}
      <Cards voyages={here} />
      <VoyageMedia media={pictures} level={3} />
      {shelves(shown, voyages.data.items, media.data.items).map((shelf) => (
        <section
          key={shelf.date}
          aria-label={`Known only as ${formatDate(shelf.date)}`}
          className="rounded border border-dashed border-edge p-4"
        >
          <h3 className="mb-3 font-sans text-15 font-medium text-faded">
            Somewhere in {formatDate(shelf.date)}: the day is not known
          </h3>
          <div className="flex flex-col gap-6">
            <Cards voyages={shelf.voyages} />
            <VoyageMedia media={shelf.media} level={3} />
          </div>
        </section>
      ))}
    </div>
  );
}

function Cards({ voyages }: { voyages: VoyageListItem[] }) {
  if (voyages.length === 0) return null;
  return (
    <ul aria-label="Voyages" className="flex flex-col gap-3">
      {voyages.map((voyage) => (
        <DayCard key={voyage.voyage_slug} voyage={voyage} />
      ))}
    </ul>
  );
}
