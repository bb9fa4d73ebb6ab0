export * from './accounts.ts';
export * from './albums.ts';
export * from './archive-setup.ts';
export * from './edition.ts';
export * from './editors.ts';
export * from './figures.ts';
export * from './file-text.ts';
export * from './frontends.ts';
export * from './history.ts';
export * from './ingest.ts';
export * from './keys.ts';
export * from './media-mutations.ts';
export * from './media.ts';
export * from './people.ts';
export * from './person-merge.ts';
export * from './places.ts';
export * from './proposals.ts';
export * from './query-client.ts';
export * from './search.ts';
export * from './send-file.ts';
export * from './session.ts';
export * from './sign-in-methods.ts';
export * from './storage.ts';
export * from './stories.ts';
export * from './system.ts';
export * from './timeline.ts';
export * from './tokens.ts';
export * from './trash.ts';
export * from './voyages.ts';
export {
  ApiError,
  isCodeRequired,
  isConflict,
  isNotFound,
  isUnavailable,
  messageOf,
  NO_RESPONSE,
  notConfirmed,
  onConfirmationRequired,
  type Confirmation,
} from './problem.ts';
export {
  SameFileError,
  TrashedFileError,
  UPLOAD_RESPONSE_MS,
  UPLOAD_STALL_MS,
  finishUpload,
  replaceFileMutation,
  undoReplacementMutation,
  uploadMedia,
  type UploadedMedia,
  type UploadInput,
} from './media-upload.ts';
export {
  Proposed,
  TIMEOUT_MS,
  currentEtag,
  endpoint,
  onSignedOut,
  request,
  requestPage,
  requestWithEtag,
  type ChangeOptions,
  type Endpoint,
  type Page,
  type RequestInput,
  type WithEtag,
} from './request.ts';
export {
  bulkUpdateMutation,
  bulkDetachMutation,
  fetchBulkUsage,
  planMediaChanges,
  bulkDeleteMutation,
  bulkTrashMutation,
  bulkUndoMutation,
  type Detached,
  type MediaChangePlan,
  type MediaChangesBody,
  type Outcome,
} from './media-bulk.ts';
