import { Link, useLocation } from '@archive/router';
import { useArchive } from '@archive/shell-api';
import { Button, Disclosure, Menu, formatNumber, linkClass, toast } from '@archive/ui';
import { Download } from '@archive/ui/icons';
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { csvOf, pictureOf, pngOf, save } from './save-chart.ts';

export interface Row {
  key: string;
  /** Texts and numbers, under the headings of the table. */
  cells: readonly (string | number)[];
  /** The list of the voyages that the row counts. */
  href: string;
}

export interface FigureProps {
  title: string;
  /** The filters, in words, for the downloads. */
  filters: string;
  /** Below the title. */
  note?: ReactNode;
  heads: readonly string[];
  rows: readonly Row[];
  /** Which column has the number of voyages, which is the link. */
  counted?: number;
  /** Shown without rows. */
  empty: string;
  /** Takes the full width of the page. */
  wide?: boolean;
  children: ReactNode;
}

/** The name of a chart in addresses and downloads: `voyages-by-month`. */
export const figureName = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');

/** What a page that embeds a chart calls it, and the address of the chart. */
export const Embedding = createContext<{ caption: string; href: string } | undefined>(undefined);

/** A chart with its table and downloads. */
export function Figure({ title, filters, note, heads, rows, counted = 1, empty, wide, children }: FigureProps) {
  const id = useId();
  const chart = useRef<HTMLDivElement>(null);
  const { title: archive } = useArchive();
  const name = figureName(title);
  const embedding = useContext(Embedding);
  const { hash } = useLocation();
  useEffect(() => {
    if (!embedding && hash === `#${name}`) document.getElementById(name)?.scrollIntoView?.();
  }, [embedding, hash, name]);

  const download = async (type: 'svg' | 'png') => {
    try {
      const drawing = chart.current?.querySelector('svg');
      if (!drawing) return;
      const picture = await pictureOf(drawing, { title, notes: [filters, `${archive}, ${location.host}`] });
      save(
        type === 'svg' ? picture.svg : await pngOf(picture),
        `${name}.${type}`,
        type === 'svg' ? 'image/svg+xml' : 'image/png',
      );
    } catch {
      toast.error('Can’t make the picture. Check your connection and try again.');
    }
  };

  return (
    <section
      id={embedding ? undefined : name}
      aria-labelledby={id}
      className={`min-w-0 scroll-mt-24 break-inside-avoid border-t border-rule pt-5 ${wide ? 'lg:col-span-2' : ''}`}
    >
      <div className="flex items-start justify-between gap-4">
        {embedding ? (
          <p id={id} className="font-serif text-17 font-semibold">
            <Link to={embedding.href} className={linkClass()}>
              {embedding.caption}
            </Link>
          </p>
        ) : (
          <h2 id={id} className="font-serif text-21">
            {title}
          </h2>
        )}
        {rows.length > 0 && (
          <Menu
            align="end"
            trigger={
              <Button variant="quiet" size="small" className="print:hidden" icon={<Download aria-hidden />}>
                <span>
                  Download<span className="sr-only">: {title}</span>
                </span>
              </Button>
            }
            items={[
              { label: 'Picture (SVG)', onSelect: () => void download('svg') },
              { label: 'Picture (PNG)', onSelect: () => void download('png') },
              {
                label: 'Table (CSV)',
                onSelect: () => save(csvOf([heads, ...rows.map(({ cells }) => cells)]), `${name}.csv`, 'text/csv'),
              },
            ]}
          />
        )}
      </div>
      {embedding && <p className="mt-1 text-13 text-faded">{filters}</p>}
      {note && <p className="mt-1 max-w-measure text-15 text-faded">{note}</p>}
      {rows.length === 0 ? (
        <p className="mt-4 text-faded">{empty}</p>
      ) : (
        <>
          <div ref={chart} className="mt-4">
            {children}
          </div>
          <Disclosure
            label={
              <span>
                Table<span className="sr-only">: {title}</span>
              </span>
            }
            className="mt-3 print:hidden"
          >
            <table className="w-full border-collapse text-15 tabular-nums">
              <thead>
                <tr className="border-b border-rule text-left text-13 text-faded">
                  {heads.map((head) => (
                    <th key={head} scope="col" className="py-1.5 pr-4 font-medium">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y divide-rule">
                {rows.map(({ key, cells, href }) => (
                  <tr key={key}>
                    {cells.map((value, index) => {
                      const text = typeof value === 'number' && index >= counted ? formatNumber(value) : value;
                      const Cell = index === 0 ? 'th' : 'td';
                      return (
                        <Cell
                          key={heads[index]}
                          scope={index === 0 ? 'row' : undefined}
                          className="py-1.5 pr-4 text-left align-top font-normal wrap-anywhere"
                        >
                          {index === counted ? (
                            <Link to={href} className={linkClass()}>
                              {text}
                            </Link>
                          ) : (
                            text
                          )}
                        </Cell>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </Disclosure>
        </>
      )}
    </section>
  );
}
