import { IconButton } from '@archive/ui';
import type { ReactNode } from 'react';

/** Moves an item of a list. Uses aria-disabled at the ends of the list, so that the button keeps focus. */
export function MoveButton({
  label,
  icon,
  onMove,
}: {
  label: string;
  icon: ReactNode;
  onMove: (() => void) | undefined;
}) {
  return (
    <IconButton
      size="small"
      label={label}
      aria-disabled={!onMove}
      className="aria-disabled:opacity-40"
      icon={icon}
      onClick={onMove}
    />
  );
}
