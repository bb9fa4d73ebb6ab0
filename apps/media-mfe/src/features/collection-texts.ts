export const LABELS = { title: 'Title', description: 'Introduction' };
export const INTRODUCTION_HELP = 'Markdown: **bold**, *italic*, [a link](https://example.org), lists with hyphens';
export const TITLE_REQUIRED = 'Collection title is required';
export const NOUN = 'collection';
