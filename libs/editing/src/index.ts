export { AlbumForm, type AlbumFormProps } from './albums/album-form.tsx';
export { MoveButton } from './albums/move-button.tsx';
export { OrderedMedia, type OrderedMediaProps } from './albums/ordered-media.tsx';
export { moveTo } from './albums/move-to.ts';
export { useAlbumMedia } from './albums/use-album-media.ts';
export { useMediaOrder } from './albums/use-media-order.ts';
export { DROP_MARK, useDragOrder, type DropSide } from './albums/use-drag-order.ts';
export { FIRST_YEAR, LAST_YEAR } from '@archive/contracts/dates';
export { DateField, TimeField } from './date-field.tsx';
export { DeletedRecord, type DeletedRecordProps } from './deleted-record.tsx';
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
export { FieldGroup, FormDialog, type FormDialogProps } from './form-dialog.tsx';
export { HelpButton } from './help/help-button.tsx';
export type { HelpTopic } from './help/guide.ts';
export { LeaveConfirmation } from './leave-confirmation.tsx';
export { NewerVersion, type NewerVersionProps } from './newer-version.tsx';
export { completeTime, formatTime, isTime, timeProblem } from './read-time.ts';
export { RecordHistory, type RecordHistoryProps } from './record-history.tsx';
export { changedFields, draftFrom, textOf, type Labels, type TextDraft } from './record-texts.ts';
export { SearchBox, type SearchBoxProps } from './search-box.tsx';
export { SelectBox } from './select-box.tsx';
export { tagHref, TagLinks } from './tag-links.tsx';
export { useSelection, type Selection } from './selection.ts';
export { usePortrait } from './use-portrait.ts';
export { useDraft, type DraftWith, type Problems } from './use-draft.ts';
export { useRecordDraft, type RecordDraftOptions } from './use-record-draft.ts';
export { newKey, useIdempotencyKey } from './use-idempotency-key.ts';
export { useDebouncedValue } from './use-debounced-value.ts';
export { useDroppedFiles } from './use-dropped-files.ts';
