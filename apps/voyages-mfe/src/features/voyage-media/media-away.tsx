import { Button, Notice } from '@archive/ui';
import type { ReactNode } from 'react';

interface Props {
  /** What cannot be done, as a sentence. */
  children: ReactNode;
  onRetry(): void;
  onClose(): void;
}

/** The media front end is away: what it lends is missing, and nothing else. */
export function MediaAway({ children, onRetry, onClose }: Props) {
  return (
    // In the place of the media front end no class of this one holds: a line of its own, under the buttons.
    <div style={{ order: 1, flexBasis: '100%' }}>
      <Notice
        announce
        tone="warning"
        action={
          <>
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
            <Button size="small" variant="quiet" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        {children}
      </Notice>
    </div>
  );
}
