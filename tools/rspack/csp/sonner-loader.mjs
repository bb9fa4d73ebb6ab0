import path from 'node:path';

const INSERTION = /function __insertCSS\(code\) \{[\s\S]*?\n\}\n/;
const adopt = JSON.stringify(path.join(import.meta.dirname, 'adopt-style.mjs'));

/** The toaster's package writes its styles into a style element, which the page's policy refuses: they are adopted instead. */
export default function sonnerLoader(source) {
  if (!INSERTION.test(source)) throw new Error('sonner no longer has __insertCSS: see tools/rspack/csp');
  return source.replace(INSERTION, `import { adoptStyle as __insertCSS } from ${adopt};\n`);
}
