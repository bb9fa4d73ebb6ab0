import { useOverlays } from './overlay-code.ts';
import type { SheetProps } from './overlay-props.ts';

/** A panel at an edge of the screen, such as filters on a phone. Behaves like Dialog. */
export function Sheet(props: SheetProps) {
  const panels = useOverlays(props.open, props.onOpenChange);
  return panels && <panels.SheetPanel {...props} />;
}
