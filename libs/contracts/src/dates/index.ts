/** Dates of the archive: EDTF level 1, read and written as people do. Without dependencies, for server and browser. */
export {
  daysInMonth,
  earliestDay,
  endsBefore,
  FIRST_YEAR,
  isApproximate,
  isDay,
  isEdtfDate,
  isPartialDate,
  LAST_YEAR,
  latestDay,
  parsePartialDate,
  startOfDate,
  type PartialDate,
} from './edtf.ts';
export { formatDate, formatDateRange } from './format-date.ts';
export { MONTHS } from '../format.ts';
export { readDate, writtenDate, type DateReading } from './read-date.ts';
