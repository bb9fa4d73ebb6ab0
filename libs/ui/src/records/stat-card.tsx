import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';

export type StatCardProps = { label: ReactNode; value: ReactNode; note?: ReactNode; className?: string };

/** A large figure with its label. Use inside a `<dl>`. */
export function StatCard({ label, value, note, className }: StatCardProps) {
  return (
    <div
      className={cx(
        'ui:flex ui:flex-col-reverse ui:justify-end ui:rounded ui:border ui:border-rule ui:bg-leaf ui:px-6 ui:py-5',
        className,
      )}
    >
      <dt className="ui:text-faded">
        {label}
        {note && <span className="ui:block ui:text-13">{note}</span>}
      </dt>
      <dd className="ui:font-serif ui:text-48 ui:font-semibold ui:tracking-tight ui:lining-nums ui:max-sm:text-35">
        {value}
      </dd>
    </div>
  );
}
