/** How a picture lies on the stage: how many times its fitted size, and how far off the middle, in pixels. */
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

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
export const MOST = 8;
/** One press of a button or key. */
export const STEP = 1.5;

const within = (value: number, most: number) => (most > 0 ? Math.min(most, Math.max(-most, value)) : 0);

/** Moves a picture, never off the stage; one that is seen whole stays in the middle. */
export const moved = (view: View, dx: number, dy: number, box: Box): View => ({
  scale: view.scale,
  x: within(view.x + dx, ((view.scale - 1) * box.width) / 2),
  y: within(view.y + dy, ((view.scale - 1) * box.height) / 2),
});

/** Magnifies by `factor`, so that what is seen at `at` (from the middle of the stage) stays there. */
export function zoomed(view: View, factor: number, box: Box, at: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(MOST, Math.max(1, view.scale * factor));
  const held = scale / view.scale;
  return moved({ scale, x: at.x - (at.x - view.x) * held, y: at.y - (at.y - view.y) * held }, 0, 0, box);
}
