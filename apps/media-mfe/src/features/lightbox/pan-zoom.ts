/** Zoom relative to the fitted size, and offset from the center in pixels. */
export interface View {
  scale: number;
  x: number;
  y: number;
}
interface Point {
  x: number;
  y: number;
}
interface Box {
  width: number;
  height: number;
}

export const FIT_VIEW: View = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;
/** Zoom factor of one button or key press. */
export const ZOOM_STEP = 1.5;

const clamp = (value: number, limit: number) => (limit > 0 ? Math.min(limit, Math.max(-limit, value)) : 0);

/** Pans within the stage; a fitted picture stays centered. */
export const panBy = (view: View, dx: number, dy: number, box: Box): View => ({
  scale: view.scale,
  x: clamp(view.x + dx, ((view.scale - 1) * box.width) / 2),
  y: clamp(view.y + dy, ((view.scale - 1) * box.height) / 2),
});

/** Zooms by `factor` around `at`, an offset from the center of the stage. */
export function zoomAt(view: View, factor: number, box: Box, point: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return panBy({ scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }, 0, 0, box);
}
