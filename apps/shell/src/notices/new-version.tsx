import { registryQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import type { Registry } from '@archive/shell-api';
import { Button } from '@archive/ui';
import { Bar } from './bar.tsx';

/** What a page shows by it: a revision that changed a part for others only is nothing new here. */
function parts({ shell, apps }: Registry): string {
  const all = Object.entries(apps).map(([name, { version, manifest }]) => `${name} ${version} ${manifest}`);
  return [`shell ${shell?.version ?? ''}`, ...all.toSorted()].join('\n');
}

/** Says when the page is older than what is live. The person decides when to reload: nothing is exchanged under their hands. */
export function NewVersion({
  opened,
  reload = () => window.location.reload(),
}: {
  opened: Registry;
  reload?: () => void;
}) {
  const { data } = useQuery(registryQuery(opened));
  if (!data || data.revision === opened.revision || parts(data) === parts(opened)) return null;
  return (
    <Bar>
      A new version of the archive is ready.
      <Button size="small" onClick={reload}>
        Reload
      </Button>
    </Bar>
  );
}
