import type { FileMetadata } from '@archive/contracts';
import { EMBEDDED_FIELDS, type EmbeddedField, fieldText } from '@archive/file-metadata/fields';
import type { MediaDraft } from './media-draft.ts';

/** What a file says about a field. */
export interface FoundInFile {
  name: EmbeddedField;
  /** Of tags, those that the record doesn't have. */
  text: string;
  /** The field with it. Tags are added to those of the record. */
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
  const added = tagsOf(found).filter((tag) => !tags.includes(tag));
  return added.length === 0 ? undefined : { name, text: added.join(', '), value: [...tags, ...added].join(', ') };
}

/** What the metadata in a file says and the record doesn't, by field. */
export const foundInFile = (metadata: FileMetadata | null, record: MediaDraft): FoundInFile[] =>
  EMBEDDED_FIELDS.flatMap((name) => foundIn(name, fieldText(metadata?.[name]), record[name]) ?? []);
