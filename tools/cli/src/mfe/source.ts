import { execFileSync } from 'node:child_process';

export interface Source {
  commit?: string;
  pipeline_url?: string;
}

/** The commit that a build is made from, and the pipeline run that makes it, as far as they are known. */
export function sourceOf(root: string, env: NodeJS.ProcessEnv): Source {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  const github = server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined;
  const pipeline = env.CI_JOB_URL || github;
  const commit = env.GITHUB_SHA || env.CI_COMMIT_SHA || headOf(root);
  return { ...(commit ? { commit } : {}), ...(pipeline ? { pipeline_url: pipeline } : {}) };
}

function headOf(root: string): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
