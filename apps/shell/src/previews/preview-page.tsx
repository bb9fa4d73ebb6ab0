import { startPreview } from '@archive/api-client';
import type { VersionDetails } from '@archive/contracts';
import { useMutation } from '@archive/query';
import { usePageTitle } from '@archive/shell-api';
import { Button, DefinitionList, formatDateTime, Notice, PageHeader } from '@archive/ui';
import { clearOverrides, versionProblem } from '../federation/overrides.ts';

const STATES: Record<VersionDetails['state'], string> = {
  candidate: 'Not released',
  canary: 'Released to a share of sessions',
  earlier: 'Released earlier, replaced since',
  live: 'Live',
  removed: 'Files deleted',
};

const checkLabel = (passed: boolean | null) => (passed === null ? 'Not run yet' : passed ? 'Passed' : 'Failed');

/** Reloads the page at the top, where the preview's banner is. */
function reload(): void {
  window.scrollTo(0, 0);
  window.location.reload();
}

interface PreviewPageProps {
  name: string;
  proposed: VersionDetails;
  onAgreed?: () => void;
  onDeclined?: () => void;
}

/** Asks before this tab loads a version that the session wouldn't get otherwise. */
export function PreviewPage({ name, proposed, onAgreed = reload, onDeclined = clearOverrides }: PreviewPageProps) {
  const { version, state, published_at, published_by, check_passed } = proposed;
  const part = proposed.title ?? (name === 'shell' ? 'Shell' : name);
  const title = `Preview ${part} ${version}?`;
  usePageTitle(title);
  const agree = useMutation({ mutationFn: () => startPreview(name, version), onSuccess: onAgreed });
  return (
    <div className="flex max-w-measure flex-col gap-6">
      <PageHeader title={title} lede="The link you opened asks for a version that isn’t live." />
      <DefinitionList
        items={[
          { term: 'Part of the archive', detail: part },
          { term: 'Version', detail: version },
          { term: 'State', detail: STATES[state] },
          { term: 'Published', detail: `${formatDateTime(published_at)} by ${published_by}` },
          { term: 'Browser check', detail: checkLabel(check_passed) },
        ]}
      />
      <Notice tone="warning" title="What this means">
        The version runs with your sign-in. It can read, change, and delete everything that you can. Continue only if
        you expected this link and trust its publisher.
      </Notice>
      {agree.error && (
        <Notice announce tone="error">
          {versionProblem(agree.error, part, version)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={onDeclined}>
          Use the live version
        </Button>
        <Button busy={agree.isPending} onClick={() => agree.mutate()}>
          Load the preview
        </Button>
      </div>
      <p className="text-13 text-faded">
        Only this tab shows the preview. You can leave it at any time, and it ends when you sign out.
      </p>
    </div>
  );
}
