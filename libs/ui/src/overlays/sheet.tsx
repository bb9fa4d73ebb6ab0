import type { ReactNode } from 'react';
import { useOverlays } from './overlay-code.ts';

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Shows the title to screen readers only. */
  hideTitle?: boolean;
  side?: 'left' | 'right' | 'bottom';
  children: ReactNode;
};

/** A panel at an edge of the screen, such as filters on a phone. Behaves like Dialog. */
export function Sheet(props: SheetProps) {
  const panels = useOverlays(props.open, props.onOpenChange);
  return panels && <panels.SheetPanel {...props} />;
}
