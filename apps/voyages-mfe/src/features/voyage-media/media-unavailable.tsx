import { Button, Notice } from '@archive/ui';
import type { ReactNode } from 'react';

interface Props {
  /** Sentence with the reason. */
  children: ReactNode;
  onRetry(): void;
  onClose(): void;
}

/** Shown when a component of the media micro-frontend can't be loaded. */
export function MediaUnavailable({ children, onRetry, onClose }: Props) {
  return (
    // This micro-frontend's classes do not apply inside the media micro-frontend's scope, so the style is inline.
    <div style={{ order: 1, flexBasis: '100%' }}>
      <Notice
        announce
        tone="warning"
        action={
          <>
            <Button size="small" onClick={onRetry}>
              Retry
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
