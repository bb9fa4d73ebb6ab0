export { PRESIDENTIAL_INITIALS, emptyCodes } from './codes.ts';
export { readVoyageLines, writeVoyageLines } from './original-lines.ts';
export { writeHeading } from './write-heading.ts';
export { earliestDay, formatDate, headingDate, latestDay } from './dates.ts';
export { groupMembers, type GroupMember } from './group-members.ts';
export { displayTitle, type VoyageTitleParts } from './display-title.ts';
export { type Owner, type VoyageEntry } from './entries.ts';
export { normalizeName, normalizeWikipediaUrl, personIdentity, type PersonIdentity } from './identity.ts';
export {
  articleName,
  compareNames,
  initialsOf,
  type ComparedNames,
  NAME_MATCHES,
  type NameMatch,
  nameParts,
  type NameParts,
  readWrittenName,
  sortedWords,
  type WrittenName,
} from './names.ts';
export { filingKey, proposeFilingName } from './filing.ts';
export { areSimilarSpellings, formsOf, fullNamesOf, phoneticKey, spellingKeys, withoutUmlauts } from './name-forms.ts';
export { parseVoyageDocument } from './parse.ts';
export { markdownCells } from './prepare.ts';
export { placeText } from './places.ts';
export { findSpellings, type SpelledName, type Spellings } from './spellings.ts';
export { personSlug, slugify, voyageSlug, type VoyageSlugParts } from './slugs.ts';
export { CODE_VALUES } from './stated-values.ts';
export { mediaTypeOf } from './sources.ts';
export { escapeFormula, isNoValue, unescapeFormula } from './table-cells.ts';
export { TEXT_FIELD_NAMES, TEXT_FIELDS, type TextFieldName } from './text-fields.ts';
export { normalizeDocument, normalizeVoyage } from './normalize.ts';
export { rowOfEntry, emptyValuesOfRow, type VoyageRow } from './voyage-table.ts';
export { readRows, type OtherCell, type TableReading, type TableRow } from './voyage-row.ts';
export { isDateCell } from './date-cells.ts';
export { unusedWords, type UnusedWords } from './unused-words.ts';
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
  type SourceMediaType,
  type SourceRecord,
  type SpinRecord,
  type VoyageCodes,
  type VoyageContent,
  type VoyageDocument,
  type StatedValues,
  type VoyageRecord,
  type VoyageType,
  type VoyageValueName,
  type WritableDocument,
} from './types.ts';
