import type { MediaView } from '@archive/contracts';

/** What the viewer shows of a file: by default, nothing beyond its preview. */
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

/** jsdom has no canvas. The viewer then shows the picture without zooming. */
export function stubCanvas(): void {
  HTMLCanvasElement.prototype.getContext = () => null;
}

/** A media item in which nobody is marked. */
export const NO_PEOPLE = { media_slug: 'aground', people: [], suggested: [] };
