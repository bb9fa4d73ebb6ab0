import { type MediaChangesBody, bulkUpdateMutation, messageOf, planMediaChanges } from '@archive/api-client';
import type { FileMetadata, MediaItem } from '@archive/contracts';
import { EMBEDDED_FIELDS, type EmbeddedField, fieldText } from '@archive/file-metadata/fields';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, toast } from '@archive/ui';
import { useUndo } from '../use-undo.ts';
import { FIELD_LABELS, type MediaDraft, draftOf, formatValue } from './media-draft.ts';

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

/** A value in the metadata of a file. */
export interface FoundInFile {
  name: EmbeddedField;
  /** The value in the file. For tags, only those that the record doesn't have. */
  text: string;
  /** The field's value if the metadata is used. Tags are added to the record's tags. */
  value: string;
}

const tagsOf = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

function foundIn(name: EmbeddedField, found: string, current: string): FoundInFile | undefined {
  if (name !== 'tags')
    return found === '' || found === current.trim() ? undefined : { name, text: found, value: found };
  const tags = tagsOf(current);
  const newTags = tagsOf(found).filter((tag) => !tags.includes(tag));
  return newTags.length === 0 ? undefined : { name, text: newTags.join(', '), value: [...tags, ...newTags].join(', ') };
}

/** Values in the metadata of a file that differ from the record. */
export const foundInFile = (metadata: FileMetadata | null, record: MediaDraft): FoundInFile[] =>
  EMBEDDED_FIELDS.flatMap((name) => foundIn(name, fieldText(metadata?.[name]), record[name]) ?? []);
