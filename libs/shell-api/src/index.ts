export * from './query-state.tsx';
export * from './allowed.tsx';
export * from './archive.tsx';
export * from './components.ts';
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
export * from './session.tsx';
export * from './mfe-slot.tsx';
export { framePartKey, showFramePart, useFrameParts, type FramePart } from './frame-parts.ts';
export * from './open-forms.ts';
export * from './archive.tsx';
export * from './remote-component.tsx';
export {
  FAILURE_TTL_MS,
  installRemoteHost,
  LOAD_TIMEOUT_MS,
  RemoteLoadError,
  remoteModule,
  type RemoteHost,
} from './remote-modules.ts';
export * from './report-failure.ts';
export * from './use-queued-search-params.ts';
