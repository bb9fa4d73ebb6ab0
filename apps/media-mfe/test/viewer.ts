import type { MediaView } from '@archive/contracts';

/** A response with the pictures of a file for the viewer; by default, only its preview. */
export const aView = (overrides: Partial<MediaView> = {}): MediaView => ({
  media_slug: 'aground',
  state: 'ready',
  error: null,
  pages: null,
  animation: null,
  text: null,
  pictures: [],
  player: null,
  captions: [],
  ...overrides,
});

/** Stubs the canvas, which jsdom lacks. The viewer then shows the picture without zooming. */
export function stubCanvas(): void {
  HTMLCanvasElement.prototype.getContext = () => null;
}

/** A media item in which nobody is marked. */
export const NO_PEOPLE = { media_slug: 'aground', people: [], suggested: [] };
