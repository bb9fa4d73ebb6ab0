import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { z } from 'zod';
import type { BuildFile } from './build-files.ts';
import { isExternalUrl, styleProblems } from './published-styles.ts';

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

type Node = DefaultTreeAdapterTypes.Node;

const ADDRESSES = new Set(['src', 'href', 'action', 'formaction', 'data', 'poster', 'ping', 'background']);
const ADDRESS_LISTS = new Set(['srcset', 'imagesrcset']);
/** A script as a `data:` URL. */
const SCRIPT_DATA = /^\s*data:/i;

/** Reasons why a shell's page must not be served: inline scripts, or URLs of other sites. One sentence per problem. */
export function pageProblems(html: string): string[] {
  const problems: string[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
      const { tagName } = node;
      if (tagName === 'base') problems.push('index.html has a <base> element.');
      // It could redirect to another site or replace the policies that the server sends.
      if (tagName === 'meta' && attributes.has('http-equiv'))
        problems.push('index.html has a <meta http-equiv> element.');
      if (tagName === 'script' && (!attributes.has('src') || SCRIPT_DATA.test(attributes.get('src') ?? '')))
        problems.push('index.html contains an inline script.');
      if (attributes.has('srcdoc')) problems.push('index.html contains another page in srcdoc.');
      for (const [name, value] of attributes) {
        if (name.startsWith('on')) problems.push(`index.html contains an inline script: ${name} of <${tagName}>.`);
        const addresses = ADDRESS_LISTS.has(name) ? value.split(',') : ADDRESSES.has(name) ? [value] : [];
        if (addresses.some(isExternalUrl)) problems.push(`index.html loads ${value.slice(0, 100)} from another site.`);
      }
      if ('content' in node) visit(node.content);
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html));
  return problems;
}
