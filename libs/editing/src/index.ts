export { DateField, TimeField } from './date-field.tsx';
export { DATE_HELP, dateDigits, dateProblem, FIRST_YEAR, LAST_YEAR } from './dates.ts';
export { FieldGroup, FormDialog, type FormDialogProps } from './form-dialog.tsx';
export { LeaveQuestion } from './leave-question.tsx';
export { NewerVersion, type NewerVersionProps } from './newer-version.tsx';
export { RecordHistory, type RecordHistoryProps } from './record-history.tsx';
export {
  changedFields,
  draftFrom,
  entriesOf,
  textOf,
  type Entry,
  type Labels,
  type TextDraft,
} from './record-texts.ts';
export { SearchBox, type SearchBoxProps } from './search-box.tsx';
export { isTime } from './typing.ts';
export { useDraft, type DraftWith, type Problems } from './use-draft.ts';
export { useRecordDraft, type RecordDraftOptions } from './use-record-draft.ts';
export { newKey, useRepeatKey } from './use-repeat-key.ts';
export { useSettled } from './use-settled.ts';
