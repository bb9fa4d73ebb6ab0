import { messageOf, voyageToEditQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Button, cx, FailedState, Loading, SkeletonLine } from '@archive/ui';
import { useState } from 'react';
import { Beginning } from '../voyage-form/components/beginning.tsx';
import { FormFields } from '../voyage-form/components/form-fields.tsx';
import { FormFoot } from '../voyage-form/components/form-foot.tsx';
import type { Stored } from '../voyage-form/save-voyage.ts';
import { useVoyageForm } from '../voyage-form/use-voyage-form.ts';
import { WithDraft, type TakenDraft } from '../voyage-form/with-draft.tsx';

interface Props {
  slug: string;
  onClose(): void;
}

/** The card of a voyage, turned into its form in its place (SPEC section 2, Voyage card). */
export function InlineEditor({ slug, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(voyageToEditQuery(slug));
  if (!data && error) {
    return (
      <FailedState
        title="Failed to load voyage data"
        action={
          <>
            <Button busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        {messageOf(error)}
      </FailedState>
    );
  }
  if (!data) {
    return (
      <Loading label="Loading the form…" className="flex flex-col gap-3">
        <SkeletonLine className="w-1/3" />
        <SkeletonLine className="h-10 w-full" />
      </Loading>
    );
  }
  return (
    <WithDraft slug={slug}>
      {(draft) => (
        <Editor slug={slug} stored={{ voyage: data.value, etag: data.etag }} draft={draft} onClose={onClose} />
      )}
    </WithDraft>
  );
}

interface EditorProps extends Props {
  stored: Stored;
  draft: TakenDraft | undefined;
}

function Editor({ slug, stored, draft, onClose }: EditorProps) {
  const form = useVoyageForm({ slug, stored, draft, onDone: onClose });
  const [withSource, setWithSource] = useState(false);
  const source = stored.voyage.original_markdown;
  return (
    <div
      className={cx('grid grid-cols-[minmax(0,1fr)] gap-8', withSource && 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]')}
    >
      <Beginning>{`Editing ${stored.voyage.title}`}</Beginning>
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
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keys must reach it
          tabIndex={0}
          className="max-h-96 overflow-y-auto rounded border border-rule bg-wash/50 p-4 font-mono text-13 whitespace-pre-wrap wrap-anywhere lg:sticky lg:top-16 lg:order-last lg:max-h-[80vh] lg:self-start"
        >
          {source.trim()}
        </section>
      )}
      <FormFields form={form}>
        <FormFoot
          form={form}
          saveText="Save"
          onCancel={() => {
            form.discard();
            onClose();
          }}
        />
      </FormFields>
    </div>
  );
}
