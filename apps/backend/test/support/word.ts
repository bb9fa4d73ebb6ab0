import { Document, ExternalHyperlink, HeadingLevel, type ParagraphChild, Packer, Paragraph, TextRun } from 'docx';

const PARTS = /\[([^\]]+)\]\((\S+?)\)(?=[\s,;(]|$)|\*([^*]+)\*/g;

/** Text with links and emphasis, as Word stores it. */
function runsOf(text: string): ParagraphChild[] {
  const runs: ParagraphChild[] = [];
  let last = 0;
  for (const match of text.matchAll(PARTS)) {
    runs.push(new TextRun(text.slice(last, match.index)));
    const [fullMatch, title, link, emphasis] = match;
    runs.push(
      link === undefined
        ? new TextRun({ text: emphasis ?? '', italics: true })
        : new ExternalHyperlink({ link, children: [new TextRun({ text: title ?? '', style: 'Hyperlink' })] }),
    );
    last = match.index + fullMatch.length;
  }
  runs.push(new TextRun(text.slice(last)));
  return runs;
}

function paragraphOf(line: string): Paragraph {
  const heading = /^(#{1,2}) (.*)$/.exec(line);
  if (heading)
    return new Paragraph({
      heading: heading[1] === '#' ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
      children: runsOf(heading[2] ?? ''),
    });
  if (line.startsWith('* ')) return new Paragraph({ bullet: { level: 0 }, children: runsOf(line.slice(2)) });
  return new Paragraph({ children: runsOf(line) });
}

/** Builds a .docx from the lines of a voyage document, with headings, paragraphs and lists. */
export const aWordDocument = (markdown: string): Promise<Buffer> =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          children: markdown
            .split('\n')
            .filter((line) => line.trim() !== '')
            .map(paragraphOf),
        },
      ],
    }),
  );
