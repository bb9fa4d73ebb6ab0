import { z } from 'zod';
import type { BuildFile } from './build-files.ts';
import { isExternalUrl } from './external-urls.ts';
import { pageProblems } from './published-page.ts';
import { styleProblems } from './published-styles.ts';

const SHELL = 'shell';
const KB = 1024;
/** Files that browsers load: scripts and styles. */
const LOADED = /\.(?:js|css)$/;
const COMPRESSED_FORM = '.br';

/** Size limit of compressed scripts and styles for a build without its own budget. Our largest remote needs about a third of it. */
export const DEFAULT_BUDGET_KB = 400;
/** The publisher must confirm a build that grows by more than both of these limits. */
const GROWTH_KB = 20;
const GROWTH_SHARE = 0.1;

/** URLs in the Module Federation manifest that determine where a browser loads the build from. */
const manifestSchema = z.object({
  metaData: z
    .object({
      publicPath: z.string().optional(),
      getPublicPath: z.string().optional(),
      remoteEntry: z.object({ name: z.string(), path: z.string().optional() }).optional(),
    })
    .optional(),
});

/** Why the files of a build must not be published, one sentence per problem. */
export function fileProblems(name: string, files: readonly BuildFile[]): string[] {
  const textOf = ({ body }: BuildFile) => body.toString();
  const isRemote = name !== SHELL;
  return files.flatMap((file) => {
    if (file.path.endsWith('.css') && isRemote) return styleProblems(name, file.path, textOf(file));
    if (file.path.endsWith('.html')) return pageProblems(textOf(file));
    if (file.path === 'mf-manifest.json') return manifestProblems(textOf(file));
    return [];
  });
}

function manifestProblems(text: string): string[] {
  const { metaData } = manifestSchema.parse(JSON.parse(text));
  if (metaData?.getPublicPath !== undefined) return ['mf-manifest.json contains code that computes an address.'];
  const urls = [metaData?.publicPath, metaData?.remoteEntry?.path, metaData?.remoteEntry?.name];
  return urls
    .filter((url) => url !== undefined && isExternalUrl(url))
    .map((url) => `mf-manifest.json loads ${url} from another site.`);
}

/** Bytes that a browser receives for all scripts and styles of a build, given the size of each file. */
export function loadedBytes(sizes: ReadonlyMap<string, number>): number {
  return [...sizes]
    .filter(([path]) => LOADED.test(path))
    .reduce((sum, [path, size]) => sum + (sizes.get(path + COMPRESSED_FORM) ?? size), 0);
}

/** Why a build is too large: over its budget, or grown so much that its publisher must confirm it. */
export function sizeProblems(
  title: string,
  { bytes, budget, before }: { bytes: number; budget: number; before: { version: string; bytes: number } | undefined },
): { rejected: string[]; unconfirmed: string[] } {
  const size = Math.ceil(bytes / KB);
  const rejected =
    size > budget ? [`${title} has ${size} KB of compressed scripts and styles; its budget is ${budget} KB.`] : [];
  const growth = before ? size - Math.ceil(before.bytes / KB) : 0;
  const isLarge = before && growth > GROWTH_KB && growth * KB > before.bytes * GROWTH_SHARE;
  const unconfirmed = isLarge
    ? [`${title} has ${size} KB of compressed scripts and styles, +${growth} KB against ${before.version}.`]
    : [];
  return { rejected, unconfirmed };
}
