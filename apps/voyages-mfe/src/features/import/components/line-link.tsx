import { lineLabel, type LineRange } from '../labels.ts';

interface LineLinkProps {
  lines: LineRange;
  /** Text instead of the line numbers. */
  label?: string;
  onShowLines: (lines: LineRange) => void;
}

/** Button that shows lines in the document pane. */
export function LineLink({ lines, label = lineLabel(lines), onShowLines }: LineLinkProps) {
  return (
    <button
      type="button"
      onClick={() => onShowLines({ ...lines })}
      className="inline-flex min-h-6 items-center rounded-sm text-13 text-navy tabular-nums underline-offset-4 hover:underline"
    >
      {label}
    </button>
  );
}
