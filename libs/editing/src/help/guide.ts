// oxlint-disable-next-line typescript/triple-slash-reference -- projects that compile this file need the declaration too
/// <reference path="./markdown.d.ts" />

interface Topic {
  /** Imports the page of the guide. */
  page: () => Promise<{ default: string }>;
  /** Sections of the keyboard page that apply here. */
  shortcuts: readonly string[];
}

export type HelpTopic = 'log-a-voyage' | 'import-a-document' | 'media';

/** Pages of `docs/guide` that are available in the app. */
const TOPICS: Readonly<Record<HelpTopic, Topic>> = {
  'log-a-voyage': {
    page: () => import('../../../../docs/guide/log-a-voyage.md'),
    shortcuts: ['Voyage form'],
  },
  'import-a-document': {
    page: () => import('../../../../docs/guide/import-a-document.md'),
    shortcuts: [],
  },
  media: {
    page: () => import('../../../../docs/guide/media.md'),
    shortcuts: ['Media Explorer', 'Viewer'],
  },
};

export interface Guide {
  title: string;
  /** Markdown, without title and screenshots. */
  text: string;
  /** Markdown; empty if the topic has no shortcuts of its own. */
  shortcuts: string;
}

/** The text of one `##` section, with its heading. */
function section(markdown: string, heading: string): string {
  const section = markdown.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`));
  if (!section) throw new Error(`The keyboard page has no section "${heading}".`);
  return section.trim();
}

/** Loads a page of the guide with its keyboard shortcuts. */
export async function loadGuide(name: HelpTopic): Promise<Guide> {
  const { page, shortcuts } = TOPICS[name];
  const [{ default: markdown }, { default: keyboard }] = await Promise.all([
    page(),
    import('../../../../docs/guide/keyboard.md'),
  ]);
  const [heading = '', ...lines] = markdown.split('\n');
  return {
    title: heading.replace(/^# /, ''),
    text: lines
      .join('\n')
      .replace(/^!\[.*\]\(.*\)$/gm, '')
      .trim(),
    shortcuts: shortcuts.map((title) => section(keyboard, title)).join('\n\n'),
  };
}
