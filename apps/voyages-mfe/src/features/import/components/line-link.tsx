import { lineLabel, type LineRange } from '../labels.ts';

/** Button that shows lines in the document pane. */
export function LineLink({ lines, onShowLines }: { lines: LineRange; onShowLines: (lines: LineRange) => void }) {
  return (
    <button
      type="button"
      onClick={() => onShowLines({ ...lines })}
      className="inline-flex min-h-6 items-center rounded-sm text-13 text-navy tabular-nums underline-offset-4 hover:underline"
    >
      {lineLabel(lines)}
    </button>
  );
}
