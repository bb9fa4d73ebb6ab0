import { Button, type ButtonSize } from '@archive/ui';
import { useDismissDuplicate, type NamedPerson } from './use-dismiss-duplicate.ts';

interface NotDuplicateButtonProps {
  one: NamedPerson;
  other: NamedPerson;
  size?: ButtonSize;
  /** Called after the pair is dismissed. */
  onDone?: () => void;
}

/** Dismisses a pair of possible duplicates; the message offers Undo. */
export function NotDuplicateButton({ one, other, size = 'small', onDone }: NotDuplicateButtonProps) {
  const { dismiss, busy } = useDismissDuplicate();
  return (
    <Button
      size={size}
      busy={busy}
      aria-label={`Not the same person: ${one.full_name} and ${other.full_name}`}
      onClick={() => void dismiss(one, other).then((isDismissed) => isDismissed && onDone?.())}
    >
      Not the same person
    </Button>
  );
}
