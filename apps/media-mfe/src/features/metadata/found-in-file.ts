import type { FileMetadata } from '@archive/contracts';
import { EMBEDDED_FIELDS, type EmbeddedField, fieldText } from '@archive/file-metadata/fields';
import type { MediaDraft } from './media-draft.ts';

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
