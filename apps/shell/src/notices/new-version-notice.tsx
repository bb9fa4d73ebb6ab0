import { followReleases, registryQuery } from '@archive/api-client';
import { useQuery, useQueryClient } from '@archive/query';
import type { Registry } from '@archive/shell-api';
import { Button } from '@archive/ui';
import { useEffect } from 'react';
import { NoticeBar } from './notice-bar.tsx';

/** The versions a registry gives this session, canaries included, as one comparable string. */
function versionsIn({ shell, apps }: Registry): string {
  const versionTexts = Object.entries(apps).map(([name, { version, manifest }]) => `${name} ${version} ${manifest}`);
  return [`shell ${shell?.version ?? ''}`, ...versionTexts.toSorted()].join('\n');
}

/** Offers to reload when newer versions are live than those that the page was opened with. The user decides when. */
export function NewVersionNotice({
  opened,
  previewsShell = false,
  reload = () => window.location.reload(),
}: {
  opened: Registry;
  /** Whether the page keeps its previewed shell, whichever version is live. */
  previewsShell?: boolean;
  reload?: () => void;
}) {
  const client = useQueryClient();
  useEffect(() => followReleases(client), [client]);
  const { data } = useQuery(registryQuery(opened));
  if (!data) return null;
  const current = previewsShell ? { ...data, shell: opened.shell } : data;
  if (versionsIn(current) === versionsIn(opened)) return null;
  return (
    <NoticeBar>
      A new version of the archive is available.
      <Button size="small" onClick={reload}>
        Reload
      </Button>
    </NoticeBar>
  );
}
