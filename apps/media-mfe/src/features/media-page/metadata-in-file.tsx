import { bulkUpdateMutation, messageOf, planMediaChanges, type MediaChangesBody } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, toast } from '@archive/ui';
import { type FoundInFile, foundInFile } from '../metadata/found-in-file.ts';
import { draftOf, FIELD_LABELS, formatValue } from '../metadata/media-draft.ts';
import { useUndo } from '../use-undo.ts';

const changesOf = (found: readonly FoundInFile[]): MediaChangesBody =>
  Object.fromEntries(found.map(({ name }) => [name, { mode: 'embedded', replace: true }]));

/** Offers values from the file that differ from the record: one by one, or all for blank fields. */
export function MetadataInFile({ media }: { media: MediaItem }) {
  const undo = useUndo();
  const apply = useMutation(bulkUpdateMutation(useQueryClient()));
  const use = useMutation({
    mutationFn: async (found: readonly FoundInFile[]) => {
      const changes = changesOf(found);
      const plan = await planMediaChanges([media.media_slug], changes);
      return plan.changed.length > 0 ? apply.mutateAsync({ plan, changes }) : plan;
    },
    onSuccess: ({ changed }, found) => {
      const revisions = changed.flatMap(({ media_slug, revision }) =>
        revision === null ? [] : [{ media_slug, revision }],
      );
      const names = found.map(({ name }) => FIELD_LABELS[name]).join(', ');
      toast.success(`Saved from the file: ${names}`, revisions.length > 0 ? { action: undo(revisions) } : {});
    },
    onError: (error) => toast.error(`Update failed: ${messageOf(error)}`),
  });
  const record = draftOf(media);
  const found = foundInFile(media.suggested, record);
  if (found.length === 0) return null;
  const blank = found.filter(({ name }) => record[name] === '');
  return (
    <section aria-labelledby="metadata-in-file" className="space-y-3 border-t border-rule pt-4 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="metadata-in-file" className="text-17 font-semibold">
          Metadata in the file
        </h2>
        {blank.length > 1 && (
          <Button size="small" disabled={use.isPending} onClick={() => use.mutate(blank)}>
            Fill blank fields from file
          </Button>
        )}
      </div>
      <ul className="divide-y divide-rule">
        {found.map((item) => (
          <li key={item.name} className="flex items-start gap-3 py-2">
            <p className="min-w-0 flex-1">
              <span className="block text-13 text-faded">
                {FIELD_LABELS[item.name]}
                {record[item.name] !== '' &&
                  (item.name === 'tags' ? ' (will be added to the current tags)' : ' (will replace the current value)')}
              </span>
              <span className="wrap-anywhere whitespace-pre-line">{formatValue(item.name, item.text)}</span>
            </p>
            <Button
              size="small"
              disabled={use.isPending}
              aria-label={`Use the ${FIELD_LABELS[item.name].toLowerCase()} from the file`}
              onClick={() => use.mutate([item])}
            >
              Use
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
