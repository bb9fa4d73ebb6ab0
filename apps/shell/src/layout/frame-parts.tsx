import { MfeSlot, type RemoteComponentModule, useFrameParts } from '@archive/shell-api';
import { Button } from '@archive/ui';
import { NoticeBar } from '../notices/notice-bar.tsx';
import { useRemotes, useTitleOf } from '../placement/remotes.tsx';

/** The components that remotes show on every page while their work continues, such as uploads. */
export function FrameParts() {
  const remotes = useRemotes();
  const titleOf = useTitleOf();
  return useFrameParts()
    .filter(({ remote }) => remotes.some(({ name }) => name === remote))
    .map(({ remote, exposed }) => (
      <MfeSlot
        key={`${remote} ${exposed}`}
        inline
        remote={remote}
        exposed={exposed}
        loading={<></>}
        fallback={(_, retry) => (
          <NoticeBar>
            Can’t show unfinished work in {titleOf(remote)} right now.
            <Button size="small" onClick={retry}>
              Retry
            </Button>
          </NoticeBar>
        )}
      >
        {(module) => {
          const { component: Part } = module as RemoteComponentModule<object>;
          return <Part />;
        }}
      </MfeSlot>
    ));
}
