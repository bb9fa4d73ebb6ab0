/** Replaces the federation runtime: exposed modules come from the same build. */
const EXPOSED: Record<string, () => Promise<unknown>> = {
  'voyages/routes': () => import('../../../apps/voyages-mfe/src/routes.tsx'),
  'people/routes': () => import('../../../apps/people-mfe/src/routes.tsx'),
  'people/person-picker': () => import('../../../apps/people-mfe/src/person-picker.tsx'),
  'people/president-modal': () => import('../../../apps/people-mfe/src/president-dialog.tsx'),
  'media/routes': () => import('../../../apps/media-mfe/src/routes.tsx'),
  'media/lightbox': () => import('../../../apps/media-mfe/src/features/lightbox/lightbox.tsx'),
  'media/media-picker': () => import('../../../apps/media-mfe/src/features/picker/media-picker.tsx'),
  'media/media-upload': () => import('../../../apps/media-mfe/src/features/upload/upload-dialog.tsx'),
  'stories/routes': () => import('../../../apps/stories-mfe/src/routes.tsx'),
  'media/upload-tray': () => import('../../../apps/media-mfe/src/features/upload/tray/upload-tray.tsx'),
};

export const registerPlugins = (): void => undefined;

export const registerRemotes = (): void => undefined;

export const loadRemote = (name: string): Promise<unknown> =>
  EXPOSED[name]?.() ?? Promise.reject(new Error(`${name} is not exposed`));
