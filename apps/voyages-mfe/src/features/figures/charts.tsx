import { formatCount, formatNumber } from '@archive/ui';
import { useId } from 'react';
import { BAR, Chart, Drawing, FADED, FONT_SIZE, LABEL, LETTER, type Mark, MarkLink, fit, roundUp } from './marks.tsx';

/** Below this width, labels are above their marks instead of beside them. */
const NARROW = 480;

/** One bar for each mark, with its label and its number. */
export function Bars({ marks }: { marks: readonly Mark[] }) {
  const most = Math.max(...marks.map(({ voyages }) => voyages));
  return (
    <Chart count={marks.length}>
      {(width, tabIndex) => {
        const isNarrow = width < NARROW;
        const longest = Math.max(...marks.map(({ label }) => label.length)) * LETTER + 14;
        const [row, left, top] = isNarrow ? [44, 0, 20] : [30, Math.min(longest, width * 0.45), 6];
        const end = width - 8 * String(most).length - 12;
        return (
          <Drawing width={width} height={marks.length * row}>
            {marks.map((mark, index) => {
              const length = Math.max(2, ((end - left) * mark.voyages) / most);
              const y = index * row;
              return (
                <MarkLink
                  key={mark.key}
                  mark={mark}
                  tabIndex={tabIndex(index)}
                  area={{ x: 1, y: y + 1, width: width - 2, height: row - 2 }}
                >
                  <text
                    x={isNarrow ? 2 : left - 10}
                    y={y + 15}
                    dy={isNarrow ? 0 : 4}
                    textAnchor={isNarrow ? 'start' : 'end'}
                    className={LABEL}
                  >
                    {fit(mark.label, isNarrow ? width : left - 10)}
                  </text>
                  <rect x={left} y={y + top} width={length} height={18} rx={2} className={BAR} />
                  <text x={left + length + 6} y={y + top + 14} className={FADED}>
                    {formatNumber(mark.voyages)}
                  </text>
                </MarkLink>
              );
            })}
          </Drawing>
        );
      }}
    </Chart>
  );
}

/** A mark at a place of the horizontal axis. */
export interface ColumnMark extends Mark {
  at: number;
}

interface ColumnsProps {
  /** Each row has the same axes. A row with a title has it above. */
  rows: readonly { key: string; title?: string; marks: readonly ColumnMark[] }[];
  from: number;
  to: number;
  labelOf: (at: number) => string;
  /** How far apart labels of the axis may be. */
  steps: readonly number[];
}

const LEFT = 36;
const MIN_BAND = 6;
const MAX_BAND = 56;
const AXIS = 24;

/** One column for each mark. All rows have the same scale, so that they can be compared. */
export function Columns({ rows, from, to, labelOf, steps }: ColumnsProps) {
  const hatching = useId();
  const top = roundUp(Math.max(...rows.flatMap(({ marks }) => marks.map(({ voyages }) => voyages))));
  const count = to - from + 1;
  // A single row has its numbers above the columns, below its title.
  const single = { title: rows[0]?.title === undefined ? 20 : 44, plot: 150, gap: 4 };
  const heights = rows.length > 1 ? { title: 32, plot: 52, gap: 14 } : single;
  const row = heights.title + heights.plot + heights.gap;
  const starts = rows.map((_, index) => rows.slice(0, index).reduce((sum, { marks }) => sum + marks.length, 0));
  return (
    <Chart count={rows.reduce((sum, { marks }) => sum + marks.length, 0)}>
      {(available, tabIndex) => {
        const band = Math.min(MAX_BAND, Math.max(MIN_BAND, (available - LEFT - 4) / count));
        const width = Math.max(available, LEFT + band * count + 4);
        const height = rows.length * row + AXIS;
        const step = steps.find((item) => item * band >= 38) ?? steps.at(-1) ?? 1;
        const thickness = Math.min(36, Math.max(3, band * 0.78));
        const xOf = (at: number) => LEFT + (at - from) * band;
        return (
          <Drawing width={width} height={height}>
            <defs>
              <pattern id={hatching} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width={4} height={4} className="fill-paper" />
                <rect width={2} height={4} className="fill-navy" />
              </pattern>
            </defs>
            {rows.map(({ key, title, marks }, index) => {
              const base = index * row + heights.title + heights.plot;
              const scale = heights.plot / top;
              return (
                <g key={key}>
                  {title !== undefined && (
                    <text x={0} y={index * row + 15} fontWeight={600} className={LABEL}>
                      {fit(title, available)}
                    </text>
                  )}
                  <g aria-hidden>
                    {[0, top].map((value) => (
                      <g key={value}>
                        <line
                          x1={LEFT}
                          x2={width}
                          y1={base - value * scale}
                          y2={base - value * scale}
                          className="stroke-rule"
                        />
                        <text x={LEFT - 8} y={base - value * scale + 4} textAnchor="end" className={FADED}>
                          {formatNumber(value)}
                        </text>
                      </g>
                    ))}
                  </g>
                  {marks.map((mark, order) => {
                    const x = xOf(mark.at) + (band - thickness) / 2;
                    const full = mark.voyages * scale;
                    const hatched = (mark.uncertain ?? 0) * scale;
                    return (
                      <MarkLink
                        key={mark.key}
                        mark={mark}
                        tabIndex={tabIndex((starts[index] ?? 0) + order)}
                        area={{ x: xOf(mark.at), y: base - heights.plot, width: band, height: heights.plot }}
                      >
                        <rect x={x} y={base - full} width={thickness} height={full} className="fill-transparent" />
                        <rect
                          x={x}
                          y={base - full + hatched}
                          width={thickness}
                          height={full - hatched}
                          className={BAR}
                        />
                        {hatched > 0 && (
                          <rect
                            x={x + 0.5}
                            y={base - full}
                            width={thickness - 1}
                            height={hatched}
                            fill={`url(#${hatching})`}
                            className="stroke-navy group-hover:stroke-brass"
                          />
                        )}
                        {rows.length === 1 && band > 8 * String(top).length && (
                          <text x={xOf(mark.at) + band / 2} y={base - full - 5} textAnchor="middle" className={LABEL}>
                            {formatNumber(mark.voyages)}
                          </text>
                        )}
                      </MarkLink>
                    );
                  })}
                </g>
              );
            })}
            <g aria-hidden>
              {Array.from({ length: count }, (_, index) => from + index)
                .filter((at) => (at - (from === 1 ? 1 : 0)) % step === 0)
                .map((at) => (
                  <text key={at} x={xOf(at) + band / 2} y={height - 8} textAnchor="middle" className={FADED}>
                    {labelOf(at)}
                  </text>
                ))}
            </g>
          </Drawing>
        );
      }}
    </Chart>
  );
}

interface MatrixProps {
  /** Names of rows and columns, in order. */
  names: readonly string[];
  /** The mark of a row and an earlier column; undefined for none. */
  markOf: (row: number, column: number) => Mark | undefined;
}

/** The darkest cell, on which text is still easy to read. */
const MAX_SHADE = 0.4;

/** How often each two of a list belong together, each pair once. */
export function Matrix({ names, markOf }: MatrixProps) {
  const pairs = names.flatMap((_, row) =>
    Array.from({ length: row }, (_unused, column) => ({ row, column, mark: markOf(row, column) })),
  );
  const most = Math.max(...pairs.map(({ mark }) => mark?.voyages ?? 0));
  const positions = new Map(pairs.flatMap(({ mark }) => (mark ? [mark] : [])).map((mark, index) => [mark, index]));
  return (
    <Chart count={positions.size}>
      {(width, tabIndex) => {
        const left = width < NARROW ? 148 : 240;
        const cell = Math.min(52, Math.floor((width - left) / Math.max(1, names.length - 1)));
        const height = Math.max(24, Math.min(32, cell));
        return (
          <Drawing width={width} height={names.length * height + 26}>
            {names.map((name, index) => (
              <g key={index}>
                <text x={0} y={index * height + 26 + height / 2 + 4} className={LABEL}>
                  {fit(`${index + 1}  ${name}`, left - 6)}
                </text>
                {index < names.length - 1 && (
                  <text aria-hidden x={left + index * cell + cell / 2} y={16} textAnchor="middle" className={FADED}>
                    {index + 1}
                  </text>
                )}
              </g>
            ))}
            {pairs.map(({ row, column, mark }) => {
              const area = {
                x: left + column * cell + 1,
                y: 26 + row * height + 1,
                width: cell - 2,
                height: height - 2,
              };
              if (!mark)
                return <rect key={`${row} ${column}`} {...area} rx={2} fillOpacity={0} className="stroke-rule" />;
              return (
                <MarkLink key={mark.key} mark={mark} tabIndex={tabIndex(positions.get(mark) ?? 0)} area={area}>
                  <rect {...area} rx={2} fillOpacity={(MAX_SHADE * mark.voyages) / most} className="fill-navy" />
                  <text
                    x={area.x + area.width / 2}
                    y={area.y + area.height / 2 + FONT_SIZE * 0.36}
                    textAnchor="middle"
                    className={`${LABEL} group-hover:[text-decoration:underline]`}
                  >
                    {formatNumber(mark.voyages)}
                  </text>
                </MarkLink>
              );
            })}
          </Drawing>
        );
      }}
    </Chart>
  );
}

/** "March: 12 voyages". */
export const nameOf = (label: string, voyages: number): string => `${label}: ${formatCount(voyages, 'voyage')}`;
