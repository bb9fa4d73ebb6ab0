/** Properties that classes and parents give to the parts of a chart. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
] as const;

const NAMESPACE = 'http://www.w3.org/2000/svg';
const MARGIN = 24;
const TITLE = 21;
const NOTE = 13;

export interface Caption {
  title: string;
  /** What is counted, and where it is from. */
  notes: readonly string[];
}

/** Lines of a text at a size, each no wider than `width`. */
function linesOf(text: string, size: number, width: number): string[] {
  const letters = Math.max(8, Math.floor(width / (size * 0.52)));
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) return [...lines.slice(0, -1), `${last} ${word}`];
    return [...lines, word];
  }, []);
}

const rulesIn = (rules: CSSRuleList): CSSRule[] =>
  [...rules].flatMap((rule) => ('cssRules' in rule ? rulesIn(rule.cssRules as CSSRuleList) : [rule]));

async function dataUrl(url: URL): Promise<string> {
  const reader = new FileReader();
  const read = Promise.withResolvers<void>();
  reader.addEventListener('loadend', () => read.resolve());
  reader.readAsDataURL(await (await fetch(url)).blob());
  await read.promise;
  return String(reader.result);
}

/** The upright fonts of the page that a drawing uses, for a file that is opened without the page. */
async function fontsOf(families: string): Promise<string> {
  const faces = [...document.styleSheets].flatMap((sheet) =>
    rulesIn(sheet.cssRules).flatMap((rule) => (rule instanceof CSSFontFaceRule ? [{ rule, sheet }] : [])),
  );
  const rules = faces.map(async ({ rule: { style }, sheet }) => {
    const family = style.getPropertyValue('font-family').replaceAll(/["']/g, '');
    const file = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src'))?.[1];
    if (file === undefined || !families.includes(family) || style.getPropertyValue('font-style') === 'italic')
      return '';
    const url = await dataUrl(new URL(file, sheet.href ?? document.baseURI));
    return `@font-face{font-family:"${family}";font-weight:${style.getPropertyValue('font-weight')};src:url(${url})}`;
  });
  return (await Promise.all(rules)).join('');
}

function element(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const created = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value));
  created.textContent = text;
  return created;
}

/**
 * A chart as a picture of its own: light, with its title and notes, fonts and colors in the file, and whole addresses in its links.
 */
export async function pictureOf(
  chart: SVGSVGElement,
  { title, notes }: Caption,
): Promise<{ svg: string; width: number; height: number }> {
  const stage = document.createElement('div');
  stage.dataset['theme'] = 'light';
  stage.style.cssText = 'position: absolute; visibility: hidden; background: var(--leaf); color: var(--ink)';
  const drawing = chart.cloneNode(true) as SVGSVGElement;
  stage.append(drawing);
  chart.parentElement?.append(stage);
  const width = chart.width.baseVal.value;
  const stageStyle = getComputedStyle(stage);
  const [background, ink] = [stageStyle.backgroundColor, stageStyle.color];
  const serif = stageStyle.getPropertyValue('--serif');
  const sans = getComputedStyle(drawing).fontFamily;
  for (const part of [drawing, ...drawing.querySelectorAll('*')]) {
    const style = getComputedStyle(part);
    for (const name of STYLES) part.setAttribute(name, style.getPropertyValue(name));
  }
  stage.remove();
  for (const part of [drawing, ...drawing.querySelectorAll('*')])
    for (const name of ['class', 'tabindex', 'aria-hidden', 'data-discover']) part.removeAttribute(name);
  for (const link of drawing.querySelectorAll('a'))
    link.setAttribute('href', new URL(link.getAttribute('href') ?? '', document.baseURI).href);

  const texts = [
    ...linesOf(title, TITLE, width).map((line) => ({ line, size: TITLE })),
    ...notes.flatMap((note) => linesOf(note, NOTE, width).map((line) => ({ line, size: NOTE }))),
  ];
  let y = MARGIN;
  const captions = texts.map(({ line, size }) => {
    y += size * 1.35;
    const family = size === TITLE ? serif : sans;
    return element('text', { x: MARGIN, y, fill: ink, 'font-size': size, 'font-family': family }, line);
  });
  const height = y + 16 + chart.height.baseVal.value + MARGIN;
  const full = width + 2 * MARGIN;
  const picture = element('svg', { xmlns: NAMESPACE, width: full, height, viewBox: `0 0 ${full} ${height}` });
  const place = element('g', { transform: `translate(${MARGIN} ${y + 16})` });
  place.append(...drawing.childNodes);
  picture.append(
    element('title', {}, title),
    element('style', {}, await fontsOf(`${sans} ${serif}`)),
    element('rect', { width: full, height, fill: background }),
    ...captions,
    place,
  );
  return { svg: new XMLSerializer().serializeToString(picture), width: full, height };
}

const SCALE = 2;

/** The picture as PNG, at twice its size. */
export async function pngOf({ svg, width, height }: Awaited<ReturnType<typeof pictureOf>>): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * SCALE;
    canvas.height = height * SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const { promise, resolve } = Promise.withResolvers<Blob | null>();
    canvas.toBlob(resolve);
    const blob = await promise;
    if (!blob) throw new Error('The browser can’t make a PNG of this size.');
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** A cell for spreadsheets, which would run a text that begins like a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'string' ? value.replace(/^(?=[=+\-@\t\r])/, "'") : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows of a table as CSV, which spreadsheets open as UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;

export function save(content: Blob | string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
