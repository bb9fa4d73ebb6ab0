import type { LightboxItem } from '@archive/shell-api';
import { formatDate, linkClass } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { rightsLabel } from '@archive/contracts/rights';

/** Title, credit, date, rights, and description. */
export function Caption({ item, place }: { item: LightboxItem; place: string }) {
  const facts = [item.credit, item.date && formatDate(item.date)].filter(Boolean).join(' · ');
  return (
    <div className="max-h-[30dvh] overflow-y-auto border-t border-rule px-4 py-3 sm:px-6">
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 font-serif text-17 leading-6 font-semibold [overflow-wrap:anywhere]">
          {item.title}
        </span>
        <span aria-live="polite" className="shrink-0 text-13 text-faded tabular-nums">
          {place}
        </span>
      </p>
      {(facts || item.rights) && (
        <p className="text-13 text-faded">
          {facts}
          {facts && item.rights && ' · '}
          {item.rights && (
            <a href={item.rights} target="_blank" rel="noopener noreferrer license" className={linkClass()}>
              {rightsLabel(item.rights)}
            </a>
          )}
        </p>
      )}
      {item.description && (
        <div className="mt-1 max-w-measure text-15">
          <Prose>{item.description}</Prose>
        </div>
      )}
    </div>
  );
}
