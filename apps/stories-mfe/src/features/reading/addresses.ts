import type { CSSProperties } from 'react';

/** A part of a picture, in percent of its width and height. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

const RECORD = '/(?:voyages|people|places|media)/[a-z0-9]+(?:-[a-z0-9]+)*';
const ADDRESS = new RegExp(`^(${RECORD})(?:#(.*))?$`);
const LINKS = new RegExp(String.raw`\]\((${RECORD})(?:#[^)\s]*)?\)`, 'g');
/** A region as in Media Fragments URI 1.0. */
const REGION = /^xywh=percent:(\d+(?:\.\d+)?),(\d+(?:\.\d+)?),(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/;

/** The record that a link leads to, and the part of a picture; no address for other links. */
export function partsOf(href: string): { address?: string; crop?: Crop } {
  const [, address, fragment = ''] = ADDRESS.exec(href) ?? [];
  const [x = 0, y = 0, width = 0, height = 0] = (REGION.exec(fragment) ?? []).slice(1).map(Number);
  const isCrop = width > 0 && height > 0 && x + width <= 100 && y + height <= 100;
  return { ...(address && { address }), ...(isCrop && { crop: { x, y, width, height } }) };
}

/** Addresses whose pages show a chart, the map of the voyage list, or the map of a record. */
const FIGURE = new RegExp(
  String.raw`^(?:/figures(?:\?[^#\s]*)?#[a-z-]+|/voyages\?(?:[^#\s]*&)?view=map(?:&[^#\s]*)?|${RECORD}#map)$`,
);
export const isFigure = (href: string): boolean => FIGURE.test(href);

/** Each link to a record in Markdown, in order. */
export const recordLinks = (markdown: string) =>
  [...markdown.matchAll(LINKS)].map(({ 1: address = '', index }) => ({ address, index: index + 2 }));

/** The records that Markdown names, each once, in order of their addresses. */
export const addressesIn = (markdown: string) =>
  [...new Set(recordLinks(markdown).map(({ address }) => address))].toSorted();

export const pictureMarkdown = (caption: string, slug: string, crop?: Crop) => {
  const region = crop ? `#xywh=percent:${[crop.x, crop.y, crop.width, crop.height].map(Math.round).join(',')}` : '';
  return `![${escaped(caption)}](/media/${slug}${region})`;
};
/** Text that was written elsewhere, quoted as it is, with its source below. */
export const quoteMarkdown = (text: string, source: string) =>
  [...text.trim().split('\n'), '', `— ${source}`].map((line) => `> ${line}`.trimEnd()).join('\n');
export const linkMarkdown = (text: string, address: string) => `[${escaped(text)}](${address})`;

const escaped = (text: string) =>
  text
    .replaceAll(/[\\[\]]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Styles that show a part of a picture in the full width of its frame. */
export function cropStyles(
  { x, y, width, height }: Crop,
  pixelWidth: number | null,
  pixelHeight: number | null,
): { frame: CSSProperties; image: CSSProperties } {
  const aspect = ((pixelWidth ?? 3) * width) / ((pixelHeight ?? 2) * height);
  return {
    frame: { aspectRatio: String(aspect) },
    image: {
      width: `${10_000 / width}%`,
      height: `${10_000 / height}%`,
      left: `${(-100 * x) / width}%`,
      top: `${(-100 * y) / height}%`,
    },
  };
}
