import { BODY_FIELD_NAMES } from './text-fields.ts';

/**
 * Columns of the CSV format, with one voyage per row. A cell contains the value of the document field with the same name, in the same
 * syntax. In an existing voyage, an empty cell or a missing column leaves the field unchanged.
 *
 * - `voyage_slug`: slug of the record that the row updates
 * - `owner`: in the format of its heading: `President Ford (August 9, 1974 to January 20, 1977)`, `Owner NAME (1925 to 1928)`
 * - `start_date`, `end_date`: YYYY, YYYY-MM, YYYY-MM-DD, EDTF (`1947~`), or words ("c. 1947"); `start_time`, `end_time`: HH:MM
 * - `codes`: `(GRF) (Foreign Leader: Canada) (Menu)`
 * - `start_location`, `end_location`: a place or a link: `[Pier 9](url)`
 * - `passengers`: `General [Name](url) (role), 27 other guests`
 * - `sources`, `additional_sources`: `[title](url); *Book*, p. 15`
 * - `spins`: `Spin from *Source*:` with `* quote` on the lines below
 * - all others: plain text
 */
export const VOYAGE_COLUMNS = [
  'voyage_slug',
  'owner',
  'number',
  'start_date',
  'end_date',
  'title',
  'voyage_type',
  'codes',
  'start_time',
  'end_time',
  'start_date_written',
  'end_date_written',
  'start_location',
  'end_location',
  'passengers',
  ...BODY_FIELD_NAMES,
  'spins',
] as const;

export type VoyageColumn = (typeof VOYAGE_COLUMNS)[number];
