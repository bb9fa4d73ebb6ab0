import { Button, type ButtonSize } from '@archive/ui';
import { useApart, type Named } from './use-apart.ts';

interface NotTheSameProps {
  one: Named;
  other: Named;
  size?: ButtonSize;
  /** Told once it is kept. */
  onDone?: () => void;
}

/** Two look-alikes are two people: remembered, undone with one press. */
export function NotTheSame({ one, other, size = 'small', onDone }: NotTheSameProps) {
  const { setApart, busy } = useApart();
  return (
    <Button
      size={size}
      busy={busy}
      aria-label={`Not the same person: ${one.full_name} and ${other.full_name}`}
      onClick={() => void setApart(one, other).then((done) => done && onDone?.())}
    >
      Not the same person
    </Button>
  );
}
