import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { GLOSSARY, renderGlossary } from './src/glossary.ts';
import { ROOT } from './src/pages.ts';

/** `npm run docs:glossary` writes the glossary. */
writeFileSync(path.join(ROOT, GLOSSARY), await renderGlossary());
