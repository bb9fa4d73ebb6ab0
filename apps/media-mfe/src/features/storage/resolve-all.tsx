import type { DiscrepancyKind } from '@archive/api-client';
import type { Resolution, StorageStatus } from '@archive/contracts';
import { Button } from '@archive/ui';
import { RESOLUTION_TEXTS, RESOLUTIONS_BY_KIND } from './resolutions.ts';

interface ResolveAllProps {
  kind: DiscrepancyKind;
  status: StorageStatus;
  onResolve: (resolution: Resolution) => void;
}

/** Buttons that resolve all discrepancies of a kind. Hidden during a check, and if there is only one discrepancy. */
export function ResolveAll({ kind, status: { check, resolved_by }, onResolve }: ResolveAllProps) {
  if (check?.state === 'running') return null;
  const resolutions = RESOLUTIONS_BY_KIND[kind].filter((resolution) => resolved_by[resolution] > 1);
  return (
    <div className="flex flex-wrap gap-2">
      {resolutions.map((resolution) => (
        <Button key={resolution} size="small" onClick={() => onResolve(resolution)}>
          {RESOLUTION_TEXTS[resolution].buttonText(resolved_by[resolution])}
        </Button>
      ))}
    </div>
  );
}
