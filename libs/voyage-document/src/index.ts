export { emptyCodes } from './codes.ts';
export { readVoyageLines, writeVoyageLines } from './original-lines.ts';
export { writeHeading } from './write-heading.ts';
export { earliestDay, formatDate, headingDate, latestDay } from './dates.ts';
export { groupMembers, type GroupMember } from './group-members.ts';
export { displayTitle } from './display-title.ts';
export { type Owner, type VoyageEntry } from './entries.ts';
export { normalizeName, normalizeWikipediaUrl, personIdentity } from './identity.ts';
export {
  articleName,
  compareNames,
  initialsOf,
  type ComparedNames,
  nameParts,
  type NameParts,
  readWrittenName,
  sortedWords,
} from './names.ts';
export { filingKey, proposeFilingName } from './filing.ts';
export { fullTitle } from './ranks.ts';
export {
  areSimilarSpellings,
  formsOf,
  fullNamesOf,
  isCommonGivenName,
  phoneticKey,
  spellingKeys,
  withoutUmlauts,
} from './name-forms.ts';
export { markedLines, moveMarks, proposeMarks } from './marks.ts';
export { parseVoyageDocument } from './parse.ts';
export { readMarked } from './parts.ts';
export { markdownCells } from './prepare.ts';
export { findSpellings, type Spellings } from './spellings.ts';
export { personSlug, slugify, voyageSlug } from './slugs.ts';
export { CODE_VALUES } from './stated-values.ts';
export { escapeFormula, isNoValue, unescapeFormula } from './table-cells.ts';
export { TEXT_FIELD_NAMES, TEXT_FIELDS, type TextFieldName } from './text-fields.ts';
export { normalizeVoyage } from './normalize.ts';
export { rowOfEntry, type VoyageRow } from './voyage-table.ts';
export { readRows, type OtherCell, type TableReading, type TableRow } from './voyage-row.ts';
export { isDateCell } from './date-cells.ts';
export { unusedWords } from './unused-words.ts';
export { VOYAGE_COLUMNS, type VoyageColumn } from './voyage-columns.ts';
export { columnMessages, columnOf, columnsOf, isDayFirstHeading, isTableHead, type TableColumn } from './columns.ts';
export { readOwnerHeading } from './owner-heading.ts';
export { administrationName } from './owner-titles.ts';
export { writeVoyageDocument } from './write.ts';
export {
  SOURCE_MEDIA_TYPES,
  VOYAGE_TYPES,
  type DocumentProblem,
  type OwnerSection,
  type PassengerRecord,
  type RejectedVoyage,
  type SourceRecord,
  type VoyageDocument,
  type StatedValues,
  type VoyageRecord,
  type VoyageType,
  type VoyageValueName,
} from './types.ts';
