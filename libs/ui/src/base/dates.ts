/** Functions that format dates, shared with the server. */
export { formatDate, formatDateRange, isApproximate, parsePartialDate } from '@archive/contracts/dates';
