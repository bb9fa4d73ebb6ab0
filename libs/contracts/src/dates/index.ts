/** Dates of the archive, stored as EDTF and parsed from and formatted for people. Has no dependencies, for server and browser. */
export {
  daysInMonth,
  earliestDay,
  endOfDate,
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
export { dayFirstIn, dayOrderIn, periodOrYears } from './numeric-dates.ts';
export { formatDate, formatDateRange } from './format-date.ts';
export { MONTHS } from '../format.ts';
export { MAX_TYPED_LENGTH, readDate, rejectionOf, writtenDate, type DateReading } from './read-date.ts';
