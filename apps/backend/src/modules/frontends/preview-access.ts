import { Problem } from '../../common/index.ts';

/** Who may load the files of a version: everyone, this session or pipeline, or nobody. */
export type Access = 'public' | 'private' | 'denied';

/** Whether a client may load the files of a published version. */
export type AccessCheck = (name: string, version: string) => Promise<Access>;

export const previewRequiredProblem = (name: string, version: string) =>
  new Problem(403, `${name} ${version} is not released. Sign in and agree to preview it.`);
