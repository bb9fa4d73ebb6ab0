import type { Voyage } from '@archive/contracts';
import { DefinitionList, formatDate } from '@archive/ui';

type Ends = Pick<Voyage, 'start_date' | 'start_time' | 'start_location' | 'end_date' | 'end_time' | 'end_location'>;

/** When and where a voyage began and ended, each as far as it is known. */
export function VoyageEnds({ voyage }: { voyage: Ends }) {
  const end = (date: string | null, time: string | null, place: string | null) =>
    [date && formatDate(date), time, place].filter(Boolean).join(' · ');
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
