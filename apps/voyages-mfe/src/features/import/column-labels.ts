import type { IngestColumn, VoyageTextField } from '@archive/contracts';

const TEXTS: Record<VoyageTextField, string> = {
  summary_markdown: 'Summary',
  additional_information: 'Additional information',
  notes: 'Notes',
  notes_internal: 'Curator notes',
};

/** Labels of the fields that a column can fill. */
export const COLUMN_LABELS: Record<NonNullable<IngestColumn['column']>, string> = {
  leave_out: 'Skip',
  start_date: 'Start date',
  end_date: 'End date',
  owner: 'President/Owner',
  title: 'Title',
  voyage_type: 'Voyage type',
  start_time: 'Start time',
  end_time: 'End time',
  start_location: 'Start location',
  end_location: 'End location',
  passengers: 'Passengers',
  ...TEXTS,
  sources: 'Sources',
  additional_sources: 'Additional sources',
  spins: 'Quotes',
  codes: 'Codes',
  start_date_written: 'Start date as written',
  end_date_written: 'End date as written',
  number: 'Number',
  voyage_slug: 'Web address of the voyage',
};
export const COLUMNS = Object.keys(COLUMN_LABELS) as (keyof typeof COLUMN_LABELS)[];
