export { ArchiveProvider, useArchive } from './archive.tsx';
export type {
  LightboxItem,
  LightboxProps,
  MediaPickerProps,
  MediaUploadProps,
  PersonPickerProps,
  EnteredPerson,
  EnteredPresident,
  PickedPerson,
  PresidentDialogProps,
  PresidentModalProps,
  RemoteComponentModule,
  RemoteComponents,
  UploadAlbum,
  UploadVoyage,
} from './components.ts';
export { CONTRACT, recordRoutesOf, routesOf } from './contract.ts';
export type { ArchiveSettings, Boot, Fills, MfeModule, Registry } from './contract.ts';
export { EditModeSwitch, useEditMode, useIsEditing } from './edit-mode.tsx';
export { ErrorBoundary } from './error-boundary.tsx';
export { framePartKey, showFramePart, useFrameParts } from './frame-parts.ts';
export type { FramePart } from './frame-parts.ts';
export { MfeSlot } from './mfe-slot.tsx';
export type { MfeSlotProps } from './mfe-slot.tsx';
export { useHasOpenForm, useOpenForm } from './open-forms.ts';
export { currentPage, subscribePage, usePageTitle } from './page-title.ts';
export { Fill, RemoteComponent } from './remote-component.tsx';
export type { FillProps, RemoteComponentProps } from './remote-component.tsx';
export { FAILURE_TTL_MS, installRemoteHost, LOAD_TIMEOUT_MS, RemoteLoadError, remoteModule } from './remote-modules.ts';
export type { RemoteHost } from './remote-modules.ts';
export { addPagePart } from './loaded-versions.ts';
export { reportFailure, reportShown } from './report-failure.ts';
export type { FailurePhase } from './report-failure.ts';
export { SessionProvider, useSession } from './session.tsx';
export type { SessionValue } from './session.tsx';
export type { Slots } from './slots.ts';
export { type ChangeSearchParams, useQueuedSearchParams } from './use-queued-search-params.ts';
