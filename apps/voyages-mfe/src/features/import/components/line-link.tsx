import { linesOf, type Lines } from '../words.ts';

/** Shows lines in the document beside. */
export function LineLink({ lines, onLines }: { lines: Lines; onLines: (lines: Lines) => void }) {
  return (
    <button
      type="button"
      onClick={() => onLines({ ...lines })}
      className="inline-flex min-h-6 items-center rounded-sm text-13 text-navy tabular-nums underline-offset-4 hover:underline"
    >
      {linesOf(lines)}
    </button>
  );
}
