import type { MediaItem } from '@archive/contracts';
import { DefinitionList, formatDate, Thumbnail } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { typeLabel } from '../../file-kinds.ts';
import { kindOfRecord, pictureOfRecord } from '../record-kind.ts';

/** Details of the selected item. */
export function ChosenMedia({ media }: { media: MediaItem }) {
  return (
    <section aria-label="Selected media" className="flex flex-col gap-3 rounded border border-rule bg-paper p-4">
      <div className="h-40 max-md:hidden">
        <Thumbnail src={pictureOfRecord(media)} alt={media.alt_text ?? ''} kind={kindOfRecord(media)} fit="contain" />
      </div>
      <h3 className="text-17 [overflow-wrap:anywhere]">{media.title || 'Untitled'}</h3>
      <DefinitionList
        items={[
          { term: 'Type', detail: typeLabel(media.media_type) },
          { term: 'Date', detail: media.date && formatDate(media.date) },
          { term: 'Credit', detail: media.credit },
          { term: 'Tags', detail: media.tags.join(', ') || null },
        ]}
      />
      {media.description_markdown && <Prose>{media.description_markdown}</Prose>}
    </section>
  );
}
