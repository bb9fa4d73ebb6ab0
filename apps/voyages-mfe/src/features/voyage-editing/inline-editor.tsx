import { voyageToEditQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, cx, Loading, SkeletonLine } from '@archive/ui';
import { useState } from 'react';
import { FocusOnMount } from '../voyage-form/components/form-parts.tsx';
import { FormFields } from '../voyage-form/components/form-fields.tsx';
import { UnsavedDialog } from '../voyage-form/components/leave-dialog.tsx';
import { SaveBar } from '../voyage-form/components/save-bar.tsx';
import type { VoyageWithEtag } from '../voyage-form/save-voyage.ts';
import { showSavedToast, useVoyageForm } from '../voyage-form/use-voyage-form.ts';
import { DraftGate } from '../voyage-form/draft-gate.tsx';
import type { ResumedDraft } from '../voyage-form/draft-store.ts';

interface Props {
  slug: string;
  onClose(): void;
}

/** The voyage form inside the voyage card (SPEC section 2, Voyage card). */
export function InlineEditor({ slug, onClose }: Props) {
  const query = useQuery(voyageToEditQuery(slug));
  const { data } = query;
  if (!data)
    return (
      <QueryState
        query={query}
        failed="Failed to load voyage data"
        action={
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        }
        loading={
          <Loading label="Loading form..." className="flex flex-col gap-3">
            <SkeletonLine className="w-1/3" />
            <SkeletonLine className="h-10 w-full" />
          </Loading>
        }
      />
    );
  return (
    <DraftGate slug={slug}>
      {(draft) => (
        <Editor slug={slug} stored={{ voyage: data.value, etag: data.etag }} draft={draft} onClose={onClose} />
      )}
    </DraftGate>
  );
}

interface EditorProps extends Props {
  stored: VoyageWithEtag;
  draft: ResumedDraft | undefined;
}

function Editor({ slug, stored, draft, onClose }: EditorProps) {
  const form = useVoyageForm({
    slug,
    stored,
    draft,
    onDone: () => {
      showSavedToast();
      onClose();
    },
    onProposed: onClose,
  });
  const [withSource, setWithSource] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const source = stored.voyage.original_markdown;
  const discard = () => {
    form.discard();
    onClose();
  };
  return (
    <div
      className={cx('grid grid-cols-[minmax(0,1fr)] gap-8', withSource && 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]')}
    >
      <FocusOnMount>{`Editing ${stored.voyage.title}`}</FocusOnMount>
      {source && (
        <p className="lg:col-span-full">
          <Button size="small" aria-expanded={withSource} onClick={() => setWithSource(!withSource)}>
            {withSource ? 'Hide Source' : 'Show Source'}
          </Button>
        </p>
      )}
      {source && withSource && (
        <section
          aria-label="Original text"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
          tabIndex={0}
          className="max-h-96 overflow-y-auto rounded border border-rule bg-wash/50 p-4 font-mono text-13 whitespace-pre-wrap wrap-anywhere lg:sticky lg:top-16 lg:order-last lg:max-h-[80vh] lg:self-start"
        >
          {source.trim()}
        </section>
      )}
      <FormFields form={form}>
        <SaveBar form={form} saveText="Save" onCancel={() => (form.hasUnsaved() ? setConfirming(true) : discard())} />
      </FormFields>
      {confirming && (
        <UnsavedDialog
          onStay={() => setConfirming(false)}
          onLeave={() => (form.keepDraft() ? onClose() : setConfirming(false))}
          onDiscard={discard}
        />
      )}
    </div>
  );
}
