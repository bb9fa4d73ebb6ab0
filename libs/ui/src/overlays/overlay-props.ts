import type { ReactNode, RefObject } from 'react';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Text below the title, announced on opening. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, which stay visible while the content scrolls. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large' | 'wide';
  /** `alertdialog` for a question that needs an answer: no close button, and clicks outside don't close it. */
  role?: 'dialog' | 'alertdialog';
  /** Element to focus on opening; by default the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
};

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Shows the title to screen readers only. */
  hideTitle?: boolean;
  side?: 'left' | 'right' | 'bottom';
  children: ReactNode;
};
