import { useOverlays } from './overlay-code.ts';
import type { DialogProps } from './overlay-props.ts';

/** A modal dialog. Traps and returns focus, closes on Escape and locks scrolling. */
export function Dialog(props: DialogProps) {
  const panels = useOverlays(props.open, props.onOpenChange);
  return panels && <panels.DialogPanel {...props} />;
}
