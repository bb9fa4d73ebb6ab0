import { presidentsQuery } from '@archive/api-client';
import type { Voyage } from '@archive/contracts';
import { formatTime } from '@archive/editing';
import { useQuery } from '@archive/query';
import { DefinitionList, formatDate, formatList, parsePartialDate, weekdayName } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { type HeadingLevel, RecordSection } from './record-section.tsx';

/** Names of the presidents with these initials; unknown initials stay unchanged. */
function usePresidentNames(initials: string | null): string | null {
  const presidents = useQuery({ ...presidentsQuery(), enabled: initials !== null }).data?.items ?? [];
  if (initials === null) return null;
  const nameOf = (item: string) => presidents.find((president) => president.initials === item)?.full_name ?? item;
  return formatList(
    initials
      .split(/[\s,;/&]+/)
      .filter(Boolean)
      .map(nameOf),
  );
}

type Facts = Pick<Voyage, 'presidential_initials' | 'royalty_details' | 'foreign_leader_country' | 'notes_internal'>;

/** Details of a voyage, and its curator notes. */
export function VoyageFacts({ voyage, level }: { voyage: Facts; level: HeadingLevel }) {
  const facts = [
    { term: 'President aboard', detail: usePresidentNames(voyage.presidential_initials) },
    { term: 'Royalty', detail: voyage.royalty_details },
    { term: 'Foreign leader’s country', detail: voyage.foreign_leader_country },
  ].filter(({ detail }) => detail);
  return (
    <>
      {facts.length > 0 && (
        <RecordSection title="Details" level={level}>
          <DefinitionList items={facts} />
        </RecordSection>
      )}
      {voyage.notes_internal && (
        <div className="print:hidden">
          <RecordSection title="Curator notes" level={level}>
            <div className="rounded border border-dashed border-edge bg-wash/50 p-4">
              <Prose className="font-sans text-15">{voyage.notes_internal}</Prose>
            </div>
          </RecordSection>
        </div>
      )}
    </>
  );
}

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

interface Times {
  start_time: string | null;
  end_time: string | null;
}

/** "7:00 PM – 9:03 PM", "from 7:00 PM", "until 9:03 PM"; empty when no time is known. */
export function timeRange({ start_time, end_time }: Times): string {
  if (start_time && end_time) return `${formatTime(start_time)} – ${formatTime(end_time)}`;
  if (start_time) return `from ${formatTime(start_time)}`;
  return end_time ? `until ${formatTime(end_time)}` : '';
}

/** Weekday of a full date; empty for a month or a year. */
export function weekday(date: string): string {
  return parsePartialDate(date)?.day ? weekdayName(date.slice(0, 10)) : '';
}
