import { useQuery } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Dialog, IconButton, Loading, SkeletonText } from '@archive/ui';
import { CircleQuestionMark } from '@archive/ui/icons';
import { Prose } from '@archive/ui/prose';
import { useState } from 'react';
import { loadGuide, type HelpTopic } from './guide.ts';

/** A "?" button that opens a page of the guide and its keyboard shortcuts. */
export function HelpButton({ topic }: { topic: HelpTopic }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label="Help"
        icon={<CircleQuestionMark aria-hidden />}
        aria-haspopup="dialog"
        className="print:hidden"
        onClick={() => setOpen(true)}
      />
      {open && <HelpDialog topic={topic} onClose={() => setOpen(false)} />}
    </>
  );
}

function HelpDialog({ topic, onClose }: { topic: HelpTopic; onClose: () => void }) {
  const guide = useQuery({
    queryKey: ['help', topic],
    queryFn: () => loadGuide(topic),
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Dialog open title={guide.data?.title ?? 'Help'} onOpenChange={onClose}>
      {guide.data ? (
        <>
          <Prose>{guide.data.text}</Prose>
          <h3 className="mt-8 mb-2 text-21">Keyboard shortcuts</h3>
          <Prose>
            {guide.data.shortcuts || 'Tab moves to the next control, Enter or Space uses it, Escape closes.'}
          </Prose>
        </>
      ) : (
        <QueryState
          query={guide}
          failed="Can’t load the guide"
          loading={
            <Loading label="Loading help...">
              <SkeletonText lines={6} />
            </Loading>
          }
        />
      )}
    </Dialog>
  );
}
