import { messageOf, removeFilesMutation, removeSeveralMutation } from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Progress, toast } from '@archive/ui';
import { useState } from 'react';
import { Questions } from '../removal/delete-media.tsx';
import { logged, VoyageNames } from '../removal/voyage-names.tsx';
import { Failures, type Failure } from './failures.tsx';
import { countOf } from './names.ts';
import { slugsOf, useUsageOfSeveral } from './use-usage.ts';

interface SeveralProps {
  files: StoredFile[];
  onClose: () => void;
}

/** Two questions, and then the files are gone, each with its record where it has one (SPEC section 8). */
export function DeleteSeveral({ files: chosen, onClose }: SeveralProps) {
  const [files] = useState(chosen);
  const [slugs] = useState(() => slugsOf(files));
  const [unknown] = useState(() => files.filter(({ media_slug }) => media_slug === null));
  const usage = useUsageOfSeveral(slugs);
  const client = useQueryClient();
  const records = useMutation(removeSeveralMutation(client));
  const stored = useMutation(removeFilesMutation(client));
  const [sent, setSent] = useState(0);
  const [failures, setFailures] = useState<Failure[]>();
  const busy = records.isPending || stored.isPending;

  /** Files are deleted all or none: where one may not go, each is tried for itself. */
  const removeUnknown = async (): Promise<Failure[]> => {
    if (unknown.length === 0) return [];
    try {
      await stored.mutateAsync(unknown.map(({ url }) => url));
      return [];
    } catch {
      const refused: Failure[] = [];
      for (const { name, url } of unknown)
        await stored.mutateAsync([url]).catch((error: unknown) => refused.push({ name, reason: messageOf(error) }));
      return refused;
    }
  };

  const confirmed = async () => {
    const gone = slugs.length > 0 ? await records.mutateAsync({ slugs, onProgress: setSent }) : undefined;
    const refusedFiles = await removeUnknown();
    const deleted = gone?.done.length ?? 0;
    if (deleted > 0) toast.success(`${countOf(deleted)} permanently deleted from S3 and database!`);
    const alone = unknown.length - refusedFiles.length;
    if (alone > 0) toast.success(`${countOf(alone)} permanently deleted from S3!`);
    const nameOf = new Map(files.map((file) => [file.media_slug, file.title ?? file.name]));
    const refused = [
      ...(gone?.failures ?? []).map(({ slug, reason }) => ({ name: nameOf.get(slug) ?? slug, reason })),
      ...refusedFiles,
    ];
    if (refused.length === 0) return onClose();
    logged(refused);
    toast.error('Failed to delete media. Check console for details.');
    return setFailures(refused);
  };

  if (failures) return <Failures done="deleted" failures={failures} onClose={onClose} />;
  if (usage.isFetching && !usage.error) return null;
  const voyages = usage.data?.voyages ?? [];
  const shown = voyages.length === 0 ? '' : ', and they are taken off these voyages';
  const alone =
    unknown.length === 0 ? '' : ` ${countOf(unknown.length)} not found in database: deleted from storage alone.`;
  return (
    <Questions
      title={`Permanently delete ${countOf(files.length)}?`}
      description={
        slugs.length === 0
          ? 'Media not found in database. The files alone are deleted from storage.'
          : `Records and files are deleted from the media library${shown}.${alone}`
      }
      busy={busy}
      onClose={onClose}
      onConfirm={() => void confirmed()}
      progress={busy && slugs.length > 0 && <Progress label="Deleting" value={(sent / slugs.length) * 100} />}
    >
      <VoyageNames voyages={voyages} />
    </Questions>
  );
}
