export { AlbumForm, type AlbumFormProps } from './albums/album-form.tsx';
export { MoveButton, OrderedMedia, moveTo, type OrderedMediaProps } from './albums/ordered-media.tsx';
export { useAlbumMedia, useMediaOrder } from './albums/use-album-media.ts';
export { DROP_MARK, useDragOrder, type DropSide } from './albums/use-drag-order.ts';
export { FIRST_YEAR, LAST_YEAR } from '@archive/contracts/dates';
export { DateField, TimeField } from './date-field.tsx';
export { DeletedRecord, TagLinks, tagHref, type DeletedRecordProps } from './deleted-record.tsx';
export {
  APPROXIMATE_DATE_HELP,
  completeDate,
  DATE_HELP,
  dateProblem,
  dateText,
  dateValue,
  yearOfDate,
  type DateOptions,
} from './date-problem.ts';
export { FieldGroup, FormDialog, LeaveConfirmation, type FormDialogProps } from './form-dialog.tsx';
export { HelpButton } from './help/help-button.tsx';
export type { HelpTopic } from './help/guide.ts';
export { OtherEditors, type EditedRecord } from './other-editors.tsx';
export { ProposesNote, useProposedToast, useProposes } from './proposing.tsx';
export {
  NewerVersion,
  RecordHistory,
  changedFields,
  draftFrom,
  textOf,
  type Labels,
  type NewerVersionProps,
  type RecordHistoryProps,
  type TextDraft,
} from './record-history.tsx';
export { RecordStories, type RecordStoriesProps } from './record-stories.tsx';
export { completeTime, formatTime, isTime, timeProblem } from './read-time.ts';
export { SearchBox, useDebouncedValue, type SearchBoxProps } from './search-box.tsx';
export { SelectBox, useSelection, type Selection } from './selection.tsx';
export { usePortrait } from './use-portrait.ts';
export { newKey, useDraft, useIdempotencyKey, type DraftWith, type Problems } from './use-draft.ts';
export { useRecordDraft, type RecordDraftOptions } from './use-record-draft.ts';
export { useDroppedFiles } from './use-dropped-files.ts';
