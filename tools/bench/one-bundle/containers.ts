import type { Container } from '../../../apps/shell/src/federation/containers.ts';

/** Replaces the containers of the remotes: what they expose comes from the same build. */
const EXPOSED: Record<string, () => Promise<unknown>> = {
  '/voyages./routes': () => import('../../../apps/voyages-mfe/src/routes.tsx'),
  '/people./routes': () => import('../../../apps/people-mfe/src/routes.tsx'),
  '/people./person-picker': () => import('../../../apps/people-mfe/src/person-picker.tsx'),
  '/people./president-modal': () => import('../../../apps/people-mfe/src/president-modal.tsx'),
  '/media-explorer./routes': () => import('../../../apps/media-mfe/src/routes.tsx'),
  '/media-explorer./lightbox': () => import('../../../apps/media-mfe/src/lightbox.tsx'),
  '/media-explorer./media-picker': () => import('../../../apps/media-mfe/src/media-picker.tsx'),
  '/media-explorer./media-upload': () => import('../../../apps/media-mfe/src/media-upload.tsx'),
};

/** The container of the micro-frontend at a path. */
export const loadContainer = async ({ path }: { path: string }): Promise<Container> => ({
  init: () => undefined,
  async get(exposed) {
    const module = await EXPOSED[path + exposed]?.();
    if (module === undefined) throw new Error(`${path} does not expose ${exposed}`);
    return () => module;
  },
});
