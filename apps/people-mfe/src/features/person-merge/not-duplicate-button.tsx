import { Button, type ButtonSize } from '@archive/ui';
import { useDismissDuplicate, type NamedPerson } from './use-dismiss-duplicate.ts';

interface NotDuplicateButtonProps {
  first: NamedPerson;
  second: NamedPerson;
  size?: ButtonSize;
  /** Called after the pair is dismissed. */
  onDone?: () => void;
}

/** Dismisses a pair of possible duplicates; the toast offers Undo. */
export function NotDuplicateButton({ first, second, size = 'small', onDone }: NotDuplicateButtonProps) {
  const { dismiss, busy } = useDismissDuplicate();
  return (
    <Button
      size={size}
      busy={busy}
      aria-label={`Not the same person: ${first.full_name} and ${second.full_name}`}
      onClick={() => void dismiss(first, second).then((isDismissed) => isDismissed && onDone?.())}
    >
      Not the same person
    </Button>
  );
}
