import { registryQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import type { Registry } from '@archive/shell-api';
import { Button } from '@archive/ui';
import { Bar } from './bar.tsx';

/** The builds that a registry gives this session, its share of canaries dealt: what is changed for others only is nothing new here. */
function builds({ shell, apps }: Registry): string {
  const all = Object.entries(apps).map(([name, { version, manifest }]) => `${name} ${version} ${manifest}`);
  return [`shell ${shell?.version ?? ''}`, ...all.toSorted()].join('\n');
}

/** Says when this session would be given other builds now than the page was opened with, on the screen or not. The person decides when to reload: nothing is exchanged under their hands. */
export function NewVersion({
  opened,
  reload = () => window.location.reload(),
}: {
  opened: Registry;
  reload?: () => void;
}) {
  const { data } = useQuery(registryQuery(opened));
  if (!data || builds(data) === builds(opened)) return null;
  return (
    <Bar>
      A new version of the archive is ready.
      <Button size="small" onClick={reload}>
        Reload
      </Button>
    </Bar>
  );
}
