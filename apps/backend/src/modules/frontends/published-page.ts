import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { isExternalUrl } from './external-urls.ts';

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
