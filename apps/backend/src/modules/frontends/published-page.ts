import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { isForeignUrl } from './foreign-urls.ts';

type Node = DefaultTreeAdapterTypes.Node;

const ADDRESSES = new Set(['src', 'href', 'action', 'formaction', 'data', 'srcset', 'poster', 'ping']);

/** Why a shell's page must not be served: scripts in the page, or addresses of other sites. One sentence per problem. */
export function pageProblems(html: string): string[] {
  const problems: string[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
      const { tagName } = node;
      if (tagName === 'base') problems.push('index.html has a <base> element.');
      if (tagName === 'script' && !attributes.has('src')) problems.push('index.html contains an inline script.');
      for (const [name, value] of attributes) {
        if (name.startsWith('on')) problems.push(`index.html contains an inline script: ${name} of <${tagName}>.`);
        if (ADDRESSES.has(name) && isForeignUrl(value))
          problems.push(`index.html loads ${value.slice(0, 100)} from another site.`);
      }
      if ('content' in node) visit(node.content);
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html));
  return problems;
}
