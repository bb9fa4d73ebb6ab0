import { mapTexts, TEXT_FIELDS } from './text-fields.ts';

const LABELS = {
  owner: 'President/Owner',
  voyage_type: 'Voyage Type',
  location: 'Location',
  time: 'Time',
  start_date_written: 'Start Date as Written',
  end_date_written: 'End Date as Written',
  passengers: 'Passengers',
  ...mapTexts((name) => TEXT_FIELDS[name].label),
  sources: 'Sources',
  additional_sources: 'Additional Sources',
  spin: 'Spin',
};

export type FieldName = keyof typeof LABELS;

export const FIELD_LABELS: Readonly<Record<FieldName, string>> = LABELS;

/** The group of people in a list, if its label says more than "Passengers". */
export type PeopleGroup = 'guests' | 'crew' | 'captain' | 'commanding officer';
