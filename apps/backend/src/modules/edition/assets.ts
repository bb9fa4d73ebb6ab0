import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { ROOT } from '../../paths.ts';

const UI = path.join(ROOT, 'libs/ui/src');
const FONTS = ['museum-serif-roman.woff2', 'museum-serif-italic.woff2'];

/** A file that all pages use. Its name changes with its content, so that browsers can keep it forever. */
interface Asset {
  path: string;
  content: Buffer;
}

function asset(name: string, content: Buffer): Asset {
  const { name: stem, ext } = path.parse(name);
  return { path: `assets/${stem}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}${ext}`, content };
}

/** The style sheet, with the tokens and the serif of the interface, its fonts, and the script of the search. */
export async function readAssets(): Promise<{ stylesheet: string; script: string; files: Asset[] }> {
  const [base, own, search, client, ...fonts] = await Promise.all([
    readFile(path.join(UI, 'base.css'), 'utf8'),
    readFile(path.join(ROOT, 'libs/edition/src/edition.css'), 'utf8'),
    readFile(path.join(ROOT, 'libs/edition/src/search.ts'), 'utf8'),
    readFile(path.join(ROOT, 'libs/edition/src/search-client.ts'), 'utf8'),
    ...FONTS.map(async (name) => asset(name, await readFile(path.join(UI, 'fonts', name)))),
  ]);
  const faces = (base.match(/@font-face \{[^}]*\}/g) ?? []).filter((face) => face.includes('Museum'));
  const [tokens = ''] = base.match(/:root \{[^}]*\}/) ?? [];
  let css = [...faces, tokens, own].join('\n');
  for (const [index, name] of FONTS.entries())
    css = css.replaceAll(`./fonts/${name}`, path.posix.basename(fonts[index]?.path ?? name));
  const stylesheet = asset('edition.css', Buffer.from(css));
  const finder = asset('search.js', Buffer.from(stripTypeScriptTypes(search)));
  const code = stripTypeScriptTypes(client).replace('./search.ts', `./${path.posix.basename(finder.path)}`);
  const script = asset('search-client.js', Buffer.from(code));
  return { stylesheet: stylesheet.path, script: script.path, files: [stylesheet, finder, script, ...fonts] };
}
