import type { ViewPicture } from '@archive/contracts';
import OpenSeadragon from 'openseadragon';
import { createMarkOverlays, type OverlayMark } from './mark-overlays.ts';
import { formatRegion, parseRegion, type Point } from './region.ts';

/** Maximum number of screen pixels that a pixel of the picture may cover. */
const MAX_ENLARGEMENT = 2;
/** Maximum zoom of a picture without tiles, relative to the fitted size. */
const MIN_ZOOM_RANGE = 8;
const ANIMATION_SECONDS = 0.3;
/** In pixels per second. A slower drag of a fitted picture isn't a swipe. */
const SWIPE_SPEED = 300;
/** Above this factor, the picture is considered zoomed. Smaller differences come from rounding. */
const FITTED = 1.01;

interface DeepZoomOptions {
  url: string;
  tiles: ViewPicture['tiles'];
  /** The part of the picture that is shown initially. */
  region: string | null;
  isStill: boolean;
  onReady(): void;
  onBroken(): void;
  /** Called with the zoom relative to the fitted size, and the visible part of the picture; null if all of it is visible. */
  onMove(zoom: number, region: string | null): void;
  onSwipe(direction: 1 | -1): void;
}

/** Commands of a picture that can be zoomed. */
export interface DeepZoom {
  zoomBy(factor: number): void;
  /** In screen pixels. */
  panBy(x: number, y: number): void;
  rotate(): void;
  fit(): void;
  isZoomed(): boolean;
  /** Sets the tiles of the same picture, once they are generated. */
  setTiles(tiles: ViewPicture['tiles']): void;
  /** Sets the labeled boxes over the picture. */
  setMarks(marks: readonly OverlayMark[]): void;
  /** The point of the picture, in fractions, at client coordinates; null until the picture is shown. */
  pointAt(clientX: number, clientY: number): Point | null;
  destroy(): void;
}

/** Converts the tile pyramid to OpenSeadragon's format, without levels that the initial picture makes unnecessary. */
function tileSourceOf(
  { url, width, height, tile_size: tileSize }: NonNullable<ViewPicture['tiles']>,
  shownWidth: number,
) {
  const maxLevel = Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / tileSize)));
  const minLevel = Math.min(maxLevel, Math.max(0, maxLevel - Math.floor(Math.log2(width / shownWidth))));
  return {
    width,
    height,
    tileSize,
    tileOverlap: 0,
    minLevel,
    maxLevel,
    getTileUrl: (level: number, column: number, row: number) => `${url}/${level}/${column}_${row}.jpg`,
  };
}

/**
 * Prevents OpenSeadragon from adding a style element, which the Content Security Policy forbids. It adds none if it finds one. This
 * placeholder has no namespace, so it is found but has no effect.
 */
function preventStyleElement(): void {
  const name = 'data-openseadragon-mobile-css';
  if (document.querySelector(`style[${name}]`)) return;
  const placeholder = document.createElementNS('', 'style');
  placeholder.setAttribute(name, '');
  document.head.append(placeholder);
}

/** Shows a picture in an element: first the picture at `url`, and tiles once it is zoomed beyond that picture's resolution. */
export function createDeepZoom(element: HTMLElement, options: DeepZoomOptions): DeepZoom {
  let { tiles } = options;
  const maxZoom = () =>
    Math.max(MIN_ZOOM_RANGE, (MAX_ENLARGEMENT * (tiles?.width ?? 0)) / Math.max(1, element.clientWidth));
  preventStyleElement();
  const source = { type: 'image', url: options.url };
  const viewer = new OpenSeadragon.Viewer({
    element,
    drawer: ['canvas', 'html'],
    tabIndex: -1,
    showNavigationControl: false,
    animationTime: options.isStill ? 0 : ANIMATION_SECONDS,
    blendTime: 0,
    immediateRender: options.isStill,
    visibilityRatio: 1,
    constrainDuringPan: true,
    minZoomImageRatio: 1,
    maxZoomLevel: maxZoom(),
    gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true, flickEnabled: false },
    gestureSettingsTouch: { clickToZoom: false, dblClickToZoom: true, flickEnabled: false },
    gestureSettingsPen: { clickToZoom: false, dblClickToZoom: true, flickEnabled: false },
    tileSources: source,
  });
  const setMarks = createMarkOverlays(viewer);
  const { viewport } = viewer;
  const zoom = () => (viewer.isOpen() ? viewer.viewport.getZoom() / viewer.viewport.getHomeZoom() : 1);
  const isZoomed = () => zoom() > FITTED;

  let isAdded = false;
  const addTiles = () => {
    const shownWidth = viewer.world.getItemAt(0)?.getContentSize().x ?? Infinity;
    if (!tiles || isAdded || !isZoomed() || tiles.width <= shownWidth) return;
    const shownPixels = element.clientWidth * viewer.viewport.getZoom() * window.devicePixelRatio;
    if (shownPixels <= shownWidth) return;
    isAdded = true;
    viewer.addTiledImage({ tileSource: tileSourceOf(tiles, shownWidth), index: 1, x: 0, y: 0, width: 1 } as never);
  };

  viewer.addHandler('open', () => {
    const bounds = parseRegion(options.region);
    const item = viewer.world.getItemAt(0);
    const { x: width, y: height } = item.getContentSize();
    if (bounds)
      viewer.viewport.fitBounds(
        new OpenSeadragon.Rect(bounds.x, (bounds.y * height) / width, bounds.width, (bounds.height * height) / width),
        true,
      );
    addTiles();
  });
  viewer.addHandler('tile-drawn', function drawn() {
    viewer.removeHandler('tile-drawn', drawn);
    options.onReady();
  });
  viewer.addHandler('open-failed', () => options.onBroken());
  viewer.addHandler('zoom', addTiles);
  viewer.addHandler('animation-finish', () => {
    addTiles();
    const item = viewer.world.getItemAt(0);
    if (!item) return;
    const { x: width, y: height } = item.getContentSize();
    const bounds = viewer.viewport.getBoundsNoRotate();
    const ratio = width / height;
    options.onMove(
      zoom(),
      isZoomed()
        ? formatRegion({ x: bounds.x, y: bounds.y * ratio, width: bounds.width, height: bounds.height * ratio })
        : null,
    );
  });
  // Disable OpenSeadragon's keys, because the page handles keys itself.
  viewer.addHandler('canvas-key', (event) => {
    event.preventDefaultAction = true;
  });
  viewer.addHandler('canvas-drag-end', ({ speed, direction }) => {
    const sideways = Math.cos(direction);
    if (isZoomed() || speed < SWIPE_SPEED || Math.abs(sideways) < Math.SQRT1_2) return;
    options.onSwipe(sideways < 0 ? 1 : -1);
  });

  return {
    zoomBy: (factor) => {
      viewport.zoomBy(factor);
      viewport.applyConstraints();
    },
    panBy: (x, y) => {
      viewport.panBy(viewport.deltaPointsFromPixels(new OpenSeadragon.Point(x, y)));
      viewport.applyConstraints();
    },
    rotate: () => void viewport.rotateBy(90),
    fit: () => void viewport.goHome(),
    isZoomed,
    setTiles: (later) => {
      tiles = later;
      Object.assign(viewport, { maxZoomLevel: maxZoom() });
      addTiles();
    },
    setMarks,
    pointAt: (clientX, clientY) => {
      const item = viewer.isOpen() ? viewer.world.getItemAt(0) : undefined;
      if (!item) return null;
      const { left, top } = element.getBoundingClientRect();
      const { x, y } = viewer.viewport.pointFromPixel(new OpenSeadragon.Point(clientX - left, clientY - top), true);
      const { x: width, y: height } = item.getContentSize();
      return { x, y: (y * width) / height };
    },
    destroy: () => viewer.destroy(),
  };
}
