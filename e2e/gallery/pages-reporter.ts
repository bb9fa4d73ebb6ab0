import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GALLERY_DIR } from './gallery-dir.ts';

interface Picture {
  variant: string;
  file: string;
}

interface Scene {
  chapter: string;
  name: string;
  pictures: Picture[];
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const figure = ({ variant, file }: Picture, { chapter, name }: Scene) => `
    <figure data-variant="${variant}"><a href="${file}"><img loading="lazy" src="${file}" alt="${escapeHtml(`${chapter}: ${name}, ${variant}`)}"></a><figcaption>${variant}</figcaption></figure>`;

const section = (scene: Scene) => `
  <section><h3>${escapeHtml(scene.name)}</h3><div class="variants">${scene.pictures.map((picture) => figure(picture, scene)).join('')}</div></section>`;

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 1500px; padding: 24px }
  nav { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 16px; padding: 8px 0; background: Canvas }
  h2 { margin: 40px 0 8px; border-top: 1px solid GrayText; padding-top: 16px }
  .variants { display: flex; flex-wrap: wrap; align-items: start; gap: 16px }
  figure { margin: 0 } figcaption { font-size: 13px; color: GrayText }
  img { display: block; height: 320px; max-width: 100%; object-fit: cover; object-position: top; border: 1px solid GrayText }
  dialog { width: 100vw; height: 100vh; max-width: none; max-height: none; border: 0; padding: 0; overflow: auto; text-align: center }
  dialog img { height: auto; margin: 32px auto 0; border: 0 } dialog p { position: fixed; inset: 0 0 auto; margin: 0; background: Canvas }`;

/** Shows one large picture; the arrow keys move to the next one of the same variant. */
const SCRIPT = `
  const large = document.querySelector('dialog'), [picture, words] = [large.querySelector('img'), large.querySelector('p')];
  const shown = () => [...document.querySelectorAll('figure')].filter((one) => !one.hidden);
  let at;
  const show = (figure) => { at = figure; const { src, alt } = figure.querySelector('img'); picture.src = src; words.textContent = alt; large.showModal?.call(large.open ? { showModal() {} } : large); large.scrollTop = 0 };
  document.addEventListener('click', (event) => { const figure = event.target.closest?.('figure'); if (!figure || event.ctrlKey || event.metaKey) return; event.preventDefault(); show(figure) });
  large.addEventListener('keydown', ({ key }) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key]; if (!by) return;
    const same = shown().filter((one) => one.dataset.variant === at.dataset.variant); const next = same[same.indexOf(at) + by]; if (next) show(next) });
  document.querySelector('nav').addEventListener('change', () => {
    const variants = [...document.querySelectorAll('nav input:checked')].map(({ value }) => value);
    for (const one of document.querySelectorAll('figure')) one.hidden = !variants.includes(one.dataset.variant) });`;

/** Writes the gallery once all scenes are taken: plain HTML that opens from a folder. */
export default class PagesReporter implements Reporter {
  readonly #scenes: Scene[] = [];

  onTestEnd(test: TestCase, { attachments }: TestResult): void {
    const [chapter = '', ...name] = test.title.split(': ');
    const pictures = attachments.map(({ name: variant, path: file }) => ({
      variant,
      file: path.relative(GALLERY_DIR, file ?? '').replaceAll('\\', '/'),
    }));
    if (pictures.length > 0) this.#scenes.push({ chapter, name: name.join(': '), pictures });
  }

  onEnd(): void {
    const chapters = [...new Set(this.#scenes.map(({ chapter }) => chapter))].sort();
    const variants = [
      ...new Set(this.#scenes.flatMap(({ pictures }) => pictures.map(({ variant }) => variant))),
    ].sort();
    const body = chapters.map((chapter) => {
      const scenes = this.#scenes.filter((scene) => scene.chapter === chapter);
      return `\n  <h2 id="${escapeHtml(chapter)}">${escapeHtml(chapter)}</h2>${scenes.map(section).join('')}`;
    });
    const boxes = variants.map(
      (variant) => `<label><input type="checkbox" checked value="${variant}"> ${variant}</label>`,
    );
    const links = chapters.map((chapter) => `<a href="#${escapeHtml(chapter)}">${escapeHtml(chapter)}</a>`);
    mkdirSync(GALLERY_DIR, { recursive: true });
    writeFileSync(
      path.join(GALLERY_DIR, 'index.html'),
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery of the archive</title><style>${STYLE}</style>
  <h1>Every screen and state</h1><p>Click a picture to enlarge it. The arrow keys show the next one of the same width and color scheme; Escape closes it.</p>
  <nav>${links.join(' ')} ${boxes.join(' ')}</nav>${body.join('')}
  <dialog><p></p><img alt=""></dialog><script>${SCRIPT}</script></html>\n`,
    );
    console.log(`\n${this.#scenes.length} scenes: ${path.join(GALLERY_DIR, 'index.html')}`);
  }
}
