export {
  addToAlbumMutation,
  albumQuery,
  createAlbumMutation,
  removeAlbumMutation,
  takeOutOfAlbumMutation,
} from './albums.ts';
export { ARCHIVE_DOCUMENT, exportFiles } from './exports.ts';
export {
  deployTokensQuery,
  fetchRegistry,
  frontendHistoryQuery,
  frontendsQuery,
  makeTokenMutation,
  promoteMutation,
  publishedVersion,
  registryQuery,
  revokeTokenMutation,
  rollbackMutation,
} from './frontends.ts';
export { homeQuery } from './home.ts';
export {
  followIngest,
  hasActive,
  ingestDocumentQuery,
  ingestPlanQuery,
  ingestReportAddress,
  ingestReportQuery,
  ingestStatusQuery,
  isActive,
  POLL_ACTIVE_MS,
  POLL_IDLE_MS,
} from './ingest.ts';
export type { IngestPlanParams } from './ingest.ts';
export {
  applyIngestMutation,
  cancelIngestMutation,
  retryIngestMutation,
  settleConflictsMutation,
  standsAgainst,
  startIngestMutation,
  undoIngestMutation,
} from './ingest-writes.ts';
export type { DocumentInput } from './ingest-writes.ts';
export { invalidateRecords, keys } from './keys.ts';
export {
  apartQuery,
  lookAlikesQuery,
  mergePeopleMutation,
  mergesQuery,
  setApartMutation,
  takeApartBackMutation,
  undoMergeMutation,
} from './merging.ts';
export { mediaBrowseQuery } from './media.ts';
export { finishUpload, SameFileError, UPLOAD_ANSWER_MS, UPLOAD_SILENCE_MS, uploadMedia } from './media-upload.ts';
export type { UploadedMedia, UploadInput } from './media-upload.ts';
export {
  detachMediaMutation,
  fetchMedia,
  fetchMediaTagged,
  findDuplicates,
  linkMedia,
  mediaQuery,
  mediaToEditQuery,
  mediaUsageQuery,
  removeFilesMutation,
  removeMediaMutation,
  removeRecordMutation,
  updateMediaMutation,
} from './media-writes.ts';
export type { MediaFields, MediaLinkBody, MediaListParams } from './media-writes.ts';
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
  fetchPersonTagged,
  historyQuery,
  personToEditQuery,
  removePersonMutation,
  restoreMutation,
  undeleteMutation,
  unlinkPersonMutation,
  updatePersonMutation,
} from './people-writes.ts';
export type { HistoryKind, PersonFields, PresidentBody } from './people-writes.ts';
export { companionsQuery, personMediaQuery } from './person-page.ts';
export { ApiError, isAway, isNotFound, messageOf, NO_ANSWER } from './problem.ts';
export { AWAY_INTERVAL_MS, createQueryClient } from './query-client.ts';
export { endpoint, request, requestPage, requestTagged, TIME_OUT_MS } from './request.ts';
export type { ChangeTerms, Endpoint, Page, RequestInput, Tagged } from './request.ts';
export { sendFile } from './send-file.ts';
export type { SendInput } from './send-file.ts';
export {
  describeSeveralMutation,
  detachSeveralMutation,
  fetchUsageOfSeveral,
  planMediaChanges,
  removeSeveralMutation,
  undoMediaMutation,
} from './several-media.ts';
export type { Detached, MediaChangePlan, MediaChangesBody, Outcome } from './several-media.ts';
export { sessionQuery, signIn, signOut } from './session.ts';
export { onSignedOut } from './signed-out.ts';
export {
  acceptFileMutation,
  adoptFileMutation,
  beginCheckMutation,
  cancelCheckMutation,
  fetchToSettle,
  findingsQuery,
  relinkFileMutation,
  settleSeveralMutation,
  storageStatusQuery,
  undoSettlingMutation,
  undoSeveralSettlingsMutation,
} from './storage.ts';
export type { FindingKind, SettledFindings } from './storage.ts';
export { adjacentQuery, administrationsQuery, albumsQuery, voyageQuery, voyagesQuery } from './voyages.ts';
export type { VoyageFilters, VoyagesParams } from './voyages.ts';
export {
  attachMediaMutation,
  changeVoyage,
  createVoyage,
  deleteVoyage,
  linkPerson,
  peopleSearchQuery,
  relinkPerson,
  reorderPassenger,
  unlinkMediaMutation,
  unlinkPerson,
  voyageToEditQuery,
} from './voyage-writes.ts';
export type { PassengerBody, VoyageBody } from './voyage-writes.ts';
export { presentTag } from './voyage-tags.ts';
export { timelineDatesQuery, timelineMediaQuery, timelineVoyagesQuery } from './timeline.ts';
