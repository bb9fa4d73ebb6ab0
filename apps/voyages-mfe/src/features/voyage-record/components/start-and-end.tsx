import type { Voyage } from '@archive/contracts';
import { formatTime } from '@archive/editing';
import { DefinitionList, formatDate } from '@archive/ui';

type Schedule = Pick<Voyage, 'start_date' | 'start_time' | 'start_location' | 'end_date' | 'end_time' | 'end_location'>;

/** Date, time and place of the start and end, as far as known. */
export function StartAndEnd({ voyage }: { voyage: Schedule }) {
  const end = (date: string | null, time: string | null, place: string | null) =>
    [date && formatDate(date), time && formatTime(time), place].filter(Boolean).join(' · ');
  return (
    <DefinitionList
      className="max-w-2xl"
      items={[
        { term: 'Start', detail: end(voyage.start_date, voyage.start_time, voyage.start_location) },
        { term: 'End', detail: end(voyage.end_date, voyage.end_time, voyage.end_location) },
      ]}
    />
  );
}
