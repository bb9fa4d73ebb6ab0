/** Style for runs whose text was deleted with tracked changes. */
export const DELETED_STYLE = 'ArchiveDeleted';

const DELETED = /<w:del(?=[\s>])[^>]*(?<!\/)>([\s\S]*?)<\/w:del>/g;
const RUN_START = /<w:r(?=[\s>])[^>]*(?<!\/)>(?:\s*<w:rPr(?=[\s>])[^>]*(?<!\/)>[\s\S]*?<\/w:rPr>|\s*<w:rPr\s*\/>)?/g;
const DELETED_RUN = `<w:r><w:rPr><w:rStyle w:val="${DELETED_STYLE}"/></w:rPr>`;
/** Elements whose content the converter would drop. */
const TRANSPARENT = /<(\/?)w:(?:fldSimple|dir|bdo|ruby|rubyBase)(?=[\s>])[^>]*?(?<!\/)>/g;
const ALTERNATIVES =
  /<mc:AlternateContent(?=[\s>])[^>]*>(?:(?!<\/mc:AlternateContent>)[\s\S])*<\/mc:AlternateContent>/g;
const BOX_TEXT = /<w:txbxContent(?=[\s>])[^>]*>[\s\S]*?<\/w:txbxContent>/g;
const BOX = /<wps:txbx(?=[\s>])/;

/** Converts text boxes that lack a fallback to the format of old Word versions, the only one that the converter reads. */
function readableBoxes(xml: string): string {
  return xml.replaceAll(ALTERNATIVES, (alternatives) => {
    if (alternatives.includes('<mc:Fallback') || !BOX.test(alternatives)) return alternatives;
    const texts = [...alternatives.matchAll(BOX_TEXT)].map(([text]) => text).join('');
    return `<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox>${texts}</v:textbox></v:shape></w:pict>`;
  });
}

/** Rewrites the XML of a document so that deleted text is marked, and the converter knows all elements with text. */
export function readableXml(xml: string): string {
  const marked = xml.includes('<w:del')
    ? xml.replaceAll(
        DELETED,
        (_, content: string) =>
          `<w:ins>${content
            .replaceAll(RUN_START, DELETED_RUN)
            .replaceAll(/<(\/?)w:delText(?=[\s>])/g, '<$1w:t')
            .replaceAll(/<w:delInstrText(?=[\s>])[^>]*>[^<]*<\/w:delInstrText>/g, '')}</w:ins>`,
      )
    : xml;
  const boxed = marked.includes('<mc:AlternateContent') ? readableBoxes(marked) : marked;
  return boxed.replaceAll(TRANSPARENT, '<$1w:smartTag>');
}

const TEXT_RUN = /<(?:w|a):t(?:\s[^>]*)?>([^<]*)<\/(?:w|a):t>/g;
const XML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The texts of all non-empty paragraphs. */
export const paragraphsIn = (xml: string): string[] =>
  xml
    .split(/<\/(?:w|a):p>/)
    .map((paragraph) =>
      [...paragraph.matchAll(TEXT_RUN)]
        .map(([, run = '']) => run)
        .join('')
        .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => XML_ENTITIES[entity] ?? '')
        .trim(),
    )
    .filter((text) => text !== '');

/** Comments with their authors, by number. */
export type Remarks = ReadonlyMap<string, string>;

const COMMENT = /<w:comment\s([^>]*)>([\s\S]*?)<\/w:comment>/g;
const attributeOf = (attributes: string, name: string) => new RegExp(`\\bw:${name}="([^"]*)"`).exec(attributes)?.[1];

/** The comments of a document, for example "Ann Lee: Check the date." */
export function remarksIn(xml: string): Remarks {
  return new Map(
    [...xml.matchAll(COMMENT)].map(([, attributes = '', content = '']) => {
      const author = attributeOf(attributes, 'author')?.trim() || 'an unknown author';
      return [attributeOf(attributes, 'id') ?? '', `${author}: ${paragraphsIn(content).join(' ')}`];
    }),
  );
}
