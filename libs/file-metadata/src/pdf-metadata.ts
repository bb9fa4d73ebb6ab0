import type { Tags } from './tag-text.ts';

/** The information dictionary of a PDF. */
export interface DocumentInfo {
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string;
}

const PACKET_START = '<?xpacket begin';
const PACKET_END = '<?xpacket end';
const DOCUMENT_NAMESPACE = 'http://ns.adobe.com/pdf/1.3/';
/** PDF readers accept a header within these first bytes. */
const HEADER_RANGE = 1024;
const MAX_PACKET = 4 * 1024 * 1024;

export const isPdf = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(0, HEADER_RANGE)).includes('%PDF-');

/**
 * The XMP packet of a PDF. Pictures in a PDF may have their own packets; the document's packet is the last one with PDF properties.
 * Undefined if it is compressed, encrypted or ambiguous.
 */
export function packetIn(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const text = new TextDecoder('latin1').decode(bytes);
  const packets: { start: number; end: number }[] = [];
  for (let start = text.indexOf(PACKET_START); start >= 0; start = text.indexOf(PACKET_START, start + 1)) {
    const closing = text.indexOf(PACKET_END, start);
    const end = closing < 0 ? -1 : text.indexOf('?>', closing);
    if (end < 0) break;
    if (end - start <= MAX_PACKET) packets.push({ start, end: end + 2 });
  }
  const packet =
    packets.length === 1
      ? packets[0]
      : packets.findLast(({ start, end }) => text.slice(start, end).includes(DOCUMENT_NAMESPACE));
  return packet && new Uint8Array(bytes.subarray(packet.start, packet.end));
}

/** The information dictionary as XMP tags. Its keywords are a single text. */
export function tagsOfInfo({ title = '', author = '', subject = '', keywords = '' }: DocumentInfo): Tags {
  const tag = (description: string) => ({ description });
  return {
    title: tag(title),
    creator: tag(author),
    description: tag(subject),
    subject: keywords.split(/[,;]/).map(tag),
  };
}
