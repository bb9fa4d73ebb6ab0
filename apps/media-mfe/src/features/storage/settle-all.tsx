import type { FindingKind } from '@archive/api-client';
import type { Settling, StorageStatus } from '@archive/contracts';
import { Button } from '@archive/ui';
import { WAYS, WAYS_OF } from './ways.ts';

interface SettleAllProps {
  kind: FindingKind;
  status: StorageStatus;
  onSettle: (by: Settling) => void;
}

/** The ways to settle all findings of a kind at once, as far as there are several. Not while storage is being looked through. */
export function SettleAll({ kind, status: { check, settled_by }, onSettle }: SettleAllProps) {
  if (check?.state === 'running') return null;
  const ways = WAYS_OF[kind].filter((way) => settled_by[way] > 1);
  return (
    <div className="flex flex-wrap gap-2">
      {ways.map((way) => (
        <Button key={way} size="small" onClick={() => onSettle(way)}>
          {WAYS[way].verb} all {settled_by[way].toLocaleString('en-US')}
        </Button>
      ))}
    </div>
  );
}
