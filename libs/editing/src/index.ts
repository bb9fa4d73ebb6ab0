export { DateField, TimeField } from './date-field.tsx';
export { dateProblem } from './date-problem.ts';
export { DATE_HELP, FIRST_YEAR, LAST_YEAR } from './dates.ts';
export { FieldGroup, FormDialog, type FormDialogProps } from './form-dialog.tsx';
export { HelpButton } from './help/help-button.tsx';
export type { HelpTopic } from './help/guide.ts';
export { LeaveConfirmation } from './leave-confirmation.tsx';
export { NewerVersion, type NewerVersionProps } from './newer-version.tsx';
export { completeDate, readDate, type DateReading } from './read-date.ts';
export { completeTime, formatTime, isTime, timeProblem } from './read-time.ts';
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
export { useDraft, type DraftWith, type Problems } from './use-draft.ts';
export { useRecordDraft, type RecordDraftOptions } from './use-record-draft.ts';
export { newKey, useIdempotencyKey } from './use-idempotency-key.ts';
export { useDebouncedValue } from './use-debounced-value.ts';
