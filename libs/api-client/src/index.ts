export {
  addToAlbum,
  albumMediaMutation,
  albumQuery,
  collectionsQuery,
  createAlbumMutation,
  deleteAlbumMutation,
  editAlbumMediaMutation,
  fetchAlbumWithEtag,
  moveCollectionMutation,
  updateAlbumMutation,
} from './albums.ts';
export { archiveSetupQuery, importPackageMutation, previewSampleMutation } from './archive-setup.ts';
export { type Confirmation, notConfirmed, onConfirmationRequired } from './confirmation.ts';
export { ARCHIVE_DOCUMENT, exportFiles } from './exports.ts';
export {
  deployTokensQuery,
  fetchRegistry,
  followReleases,
  frontendHistoryQuery,
  frontendsQuery,
  createTokenMutation,
  promoteMutation,
  registerMutation,
  retireMutation,
  endPreview,
  publishedVersion,
  startPreview,
  registryQuery,
  revokeTokenMutation,
  rollbackMutation,
} from './frontends.ts';
export { homeQuery } from './home.ts';
export {
  followIngest,
  hasActive,
  ingestDocumentQuery,
  ingestNamesQuery,
  ingestPlanQuery,
  ingestReportUrl,
  ingestReportQuery,
  ingestRowsQuery,
  ingestStatusQuery,
  isActive,
  POLL_ACTIVE_MS,
  POLL_IDLE_MS,
} from './ingest.ts';
export type { IngestNamesParams, IngestPlanParams } from './ingest.ts';
export {
  applyIngestMutation,
  cancelIngestMutation,
  decideNamesMutation,
  mapColumnsMutation,
  retryIngestMutation,
  resolveConflictsMutation,
  undoBlockersOf,
  refreshIngestMutation,
  startIngestMutation,
  undoIngestMutation,
} from './ingest-mutations.ts';
export type { DocumentInput } from './ingest-mutations.ts';
export { invalidateRecords, keys } from './keys.ts';
export {
  notDuplicatesQuery,
  duplicateCandidatesQuery,
  mergePeopleMutation,
  mergesQuery,
  dismissDuplicateMutation,
  restoreDuplicateMutation,
  undoMergeMutation,
} from './person-merge.ts';
export { mediaBrowseQuery } from './media.ts';
export {
  finishUpload,
  SameFileError,
  TrashedFileError,
  UPLOAD_RESPONSE_MS,
  UPLOAD_STALL_MS,
  uploadMedia,
} from './media-upload.ts';
export type { UploadedMedia, UploadInput } from './media-upload.ts';
export {
  detachMediaMutation,
  fetchMedia,
  fetchMediaWithEtag,
  findDuplicates,
  fetchMatchingMedia,
  linkMedia,
  mediaItemQuery,
  mediaNeighborsQuery,
  mediaPreservationQuery,
  mediaQuery,
  mediaToEditQuery,
  mediaUsageQuery,
  removeFilesMutation,
  removeMediaMutation,
  removeRecordMutation,
  updateMediaMutation,
} from './media-mutations.ts';
export type { MediaFields, MediaFilterParams, MediaLinkBody, MediaListParams } from './media-mutations.ts';
export {
  peopleByPresidentQuery,
  peopleQuery,
  peopleRolesQuery,
  peopleStatsQuery,
  personQuery,
  presidentsQuery,
} from './people.ts';
export type { PeopleParams } from './people.ts';
export {
  createPersonMutation,
  createPresidentMutation,
  fetchPersonWithEtag,
  personToEditQuery,
  removePersonMutation,
  unlinkPersonMutation,
  setPortraitMutation,
  updatePersonMutation,
} from './people-mutations.ts';
export type { PersonChanges, PersonFields, PresidentBody } from './people-mutations.ts';
export {
  changesQuery,
  deletedQuery,
  historyQuery,
  restoreMutation,
  restorePreviewQuery,
  undeleteMutation,
} from './history.ts';
export type { ChangesParams, DeletedParams, HistoryKind } from './history.ts';
export { companionsQuery, personMediaQuery } from './person-profile.ts';
export { ApiError, isConflict, isUnavailable, isNotFound, messageOf, NO_RESPONSE } from './problem.ts';
export { UNAVAILABLE_RETRY_MS, createQueryClient } from './query-client.ts';
export { endpoint, request, requestPage, requestWithEtag, TIMEOUT_MS } from './request.ts';
export type { ChangeOptions, Endpoint, Page, RequestInput, WithEtag } from './request.ts';
export { searchOverviewQuery, searchQuery, searchSuggestionsQuery } from './search.ts';
export type { SearchParams } from './search.ts';
export { sendFile } from './send-file.ts';
export type { SendInput } from './send-file.ts';
export {
  bulkUpdateMutation,
  bulkDetachMutation,
  fetchBulkUsage,
  planMediaChanges,
  bulkDeleteMutation,
  bulkTrashMutation,
  bulkUndoMutation,
} from './media-bulk.ts';
export type { Detached, MediaChangePlan, MediaChangesBody, Outcome } from './media-bulk.ts';
export {
  isConfirmed,
  endOtherSessionsMutation,
  endSessionMutation,
  sessionQuery,
  sessionsQuery,
  signIn,
  signOut,
} from './session.ts';
export { onSignedOut } from './signed-out.ts';
export {
  deleteFromTrashMutation,
  emptyTrashMutation,
  fetchTrash,
  restoreFromTrashMutation,
  trashQuery,
} from './trash.ts';
export {
  keepChangedFileMutation,
  addToLibraryMutation,
  startCheckMutation,
  cancelCheckMutation,
  fetchResolvableBy,
  fetchUnresolved,
  discrepanciesQuery,
  relinkFileMutation,
  bulkResolveMutation,
  storageStatusQuery,
  undoResolutionMutation,
  bulkUndoResolutionsMutation,
} from './storage.ts';
export type { DiscrepancyKind, ResolvedDiscrepancies } from './storage.ts';
export {
  adjacentQuery,
  administrationsQuery,
  albumsQuery,
  voyagePositionQuery,
  voyageQuery,
  voyagesQuery,
} from './voyages.ts';
export type { VoyageFilters, VoyagesParams } from './voyages.ts';
export {
  attachMediaMutation,
  changeVoyage,
  createVoyage,
  deleteVoyage,
  linkPerson,
  peopleSearchQuery,
  personCandidatesQuery,
  relinkPerson,
  orderPassengers,
  reorderPassenger,
  unlinkMediaMutation,
  unlinkPerson,
  voyageMediaMutation,
  voyageToEditQuery,
} from './voyage-mutations.ts';
export type { PassengerBody, VoyageBody, VoyageChanges } from './voyage-mutations.ts';
export { currentEtag } from './voyage-etags.ts';
export { timelineDatesQuery, timelineMediaQuery, timelineVoyagesQuery } from './timeline.ts';
export { renameTagsMutation, tagsQuery, undoTagsMutation } from './tags.ts';
export { correctTextMutation, fileTextQuery, readTextMutation } from './file-text.ts';
export { replaceFileMutation, undoReplacementMutation } from './replace-file.ts';
export { removeCaptionsMutation, setCaptionsMutation, transcriptQuery } from './media-captions.ts';
export { mediaViewQuery, rebuildPreviewsMutation } from './media-view.ts';
export {
  attachMedia,
  createUploadTokenMutation,
  revokeUploadTokenMutation,
  uploadTokensQuery,
} from './media-intake.ts';
export { fetchSimilarMedia, mergeMedia, similarMediaQuery, undoMergeMedia } from './similar-media.ts';
export { mediaPeopleQuery, personPicturesQuery, setMediaPeopleMutation } from './media-people.ts';
