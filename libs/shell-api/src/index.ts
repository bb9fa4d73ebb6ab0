export { QueryState, type QueryStateProps } from './query-state.tsx';
export { ArchiveProvider, useArchive } from './archive.tsx';
export type {
  EnteredPerson,
  EnteredPresident,
  LightboxItem,
  LightboxProps,
  MediaPickerProps,
  MediaUploadProps,
  PersonPickerProps,
  PickedPerson,
  PresidentDialogProps,
  PresidentModalProps,
  RemoteComponentModule,
  RemoteComponents,
  Slots,
  UploadAlbum,
  UploadVoyage,
} from './components.ts';
export {
  CONTRACT,
  recordRoutesOf,
  routesOf,
  type ArchiveSettings,
  type Boot,
  type Fills,
  type MfeModule,
  type Registry,
} from './contract.ts';
export {
  EditModeSwitch,
  SessionProvider,
  useEditMode,
  useIsEditing,
  useSession,
  type SessionValue,
} from './session.tsx';
export { ErrorBoundary, MfeSlot, type MfeSlotProps } from './mfe-slot.tsx';
export { framePartKey, showFramePart, useFrameParts, type FramePart } from './frame-parts.ts';
export { useHasOpenForm, useOpenForm } from './open-forms.ts';
export { currentPage, subscribePage, usePageTitle } from './archive.tsx';
export { Fill, RemoteComponent, type FillProps, type RemoteComponentProps } from './remote-component.tsx';
export {
  FAILURE_TTL_MS,
  installRemoteHost,
  LOAD_TIMEOUT_MS,
  RemoteLoadError,
  remoteModule,
  type RemoteHost,
} from './remote-modules.ts';
export { addPagePart, reportFailure, reportShown, type FailurePhase } from './report-failure.ts';
export { useQueuedSearchParams, type ChangeSearchParams } from './use-queued-search-params.ts';
