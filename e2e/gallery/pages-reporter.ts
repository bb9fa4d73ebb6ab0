import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GALLERY_DIR } from './gallery-dir.ts';

interface Picture {
  look: string;
  file: string;
}

interface Shown {
  chapter: string;
  name: string;
  pictures: Picture[];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const figure = ({ look, file }: Picture, { chapter, name }: Shown) => `
    <figure data-look="${look}"><a href="${file}"><img loading="lazy" src="${file}" alt="${escaped(`${chapter}: ${name}, ${look}`)}"></a><figcaption>${look}</figcaption></figure>`;

const section = (shown: Shown) => `
  <section><h3>${escaped(shown.name)}</h3><div class="looks">${shown.pictures.map((one) => figure(one, shown)).join('')}</div></section>`;

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 1500px; padding: 24px }
  nav { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 16px; padding: 8px 0; background: Canvas }
  h2 { margin: 40px 0 8px; border-top: 1px solid GrayText; padding-top: 16px }
  .looks { display: flex; flex-wrap: wrap; align-items: start; gap: 16px }
  figure { margin: 0 } figcaption { font-size: 13px; color: GrayText }
  img { display: block; height: 320px; max-width: 100%; object-fit: cover; object-position: top; border: 1px solid GrayText }
  dialog { width: 100vw; height: 100vh; max-width: none; max-height: none; border: 0; padding: 0; overflow: auto; text-align: center }
  dialog img { height: auto; margin: 32px auto 0; border: 0 } dialog p { position: fixed; inset: 0 0 auto; margin: 0; background: Canvas }`;

/** One picture large, and the arrow keys from it to the next of the same look. */
const SCRIPT = `
  const large = document.querySelector('dialog'), [picture, words] = [large.querySelector('img'), large.querySelector('p')];
  const shown = () => [...document.querySelectorAll('figure')].filter((one) => !one.hidden);
  let at;
  const show = (figure) => { at = figure; const { src, alt } = figure.querySelector('img'); picture.src = src; words.textContent = alt; large.showModal?.call(large.open ? { showModal() {} } : large); large.scrollTop = 0 };
  document.addEventListener('click', (event) => { const figure = event.target.closest?.('figure'); if (!figure || event.ctrlKey || event.metaKey) return; event.preventDefault(); show(figure) });
  large.addEventListener('keydown', ({ key }) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key]; if (!by) return;
    const same = shown().filter((one) => one.dataset.look === at.dataset.look); const next = same[same.indexOf(at) + by]; if (next) show(next) });
  document.querySelector('nav').addEventListener('change', () => {
    const looks = [...document.querySelectorAll('nav input:checked')].map(({ value }) => value);
    for (const one of document.querySelectorAll('figure')) one.hidden = !looks.includes(one.dataset.look) });`;

/** Writes the pages of the gallery once all scenes are taken: plain HTML that opens from a folder. */
export default class PagesReporter implements Reporter {
  readonly #scenes: Shown[] = [];

  onTestEnd(test: TestCase, { attachments }: TestResult): void {
    const [chapter = '', ...name] = test.title.split(': ');
    const pictures = attachments.map(({ name: look, path: file }) => ({
      look,
      file: path.relative(GALLERY_DIR, file ?? '').replaceAll('\\', '/'),
    }));
    if (pictures.length > 0) this.#scenes.push({ chapter, name: name.join(': '), pictures });
  }

  onEnd(): void {
    const chapters = [...new Set(this.#scenes.map(({ chapter }) => chapter))].sort();
    const looks = [...new Set(this.#scenes.flatMap(({ pictures }) => pictures.map(({ look }) => look)))].sort();
    const body = chapters.map((chapter) => {
      const scenes = this.#scenes.filter((one) => one.chapter === chapter);
      return `\n  <h2 id="${escaped(chapter)}">${escaped(chapter)}</h2>${scenes.map(section).join('')}`;
    });
    const boxes = looks.map((look) => `<label><input type="checkbox" checked value="${look}"> ${look}</label>`);
    const links = chapters.map((chapter) => `<a href="#${escaped(chapter)}">${escaped(chapter)}</a>`);
    mkdirSync(GALLERY_DIR, { recursive: true });
    writeFileSync(
      path.join(GALLERY_DIR, 'index.html'),
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery of the archive</title><style>${STYLE}</style>
  <h1>Every screen and state</h1><p>Press a picture to see it large; the arrow keys leaf through the same width and scheme, Escape closes.</p>
  <nav>${links.join(' ')} ${boxes.join(' ')}</nav>${body.join('')}
  <dialog><p></p><img alt=""></dialog><script>${SCRIPT}</script></html>\n`,
    );
    console.log(`\n${this.#scenes.length} scenes: ${path.join(GALLERY_DIR, 'index.html')}`);
  }
}
