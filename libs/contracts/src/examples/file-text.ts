import { fileTextOperations } from '../file-text.ts';
import { exampleOf } from './example.ts';
import { MEDIA, MEDIA_SLUG } from './records.ts';

const TEXT = 'Dinner aboard the Sequoia. Terrapin soup.';

export const fileTextExamples = [
  exampleOf(fileTextOperations.get, {
    params: { media_slug: MEDIA_SLUG },
    query: { page: '1', q: 'terrapin' },
    response: {
      media_slug: MEDIA_SLUG,
      title: MEDIA.title,
      url: MEDIA.url,
      media_type: MEDIA.media_type,
      content_type: MEDIA.content_type,
      picture_url: MEDIA.public_derivative_url,
      state: 'ready',
      error: null,
      pages: 1,
      pages_read: 1,
      matches: [1],
      page: {
        page: 1,
        text: TEXT,
        marked: [
          { text: 'Dinner aboard the Sequoia. ', match: false },
          { text: 'Terrapin', match: true },
          { text: ' soup.', match: false },
        ],
        read_text: TEXT,
        corrected: false,
        confidence: 93,
      },
    },
  }),
  exampleOf(fileTextOperations.correct, {
    params: { media_slug: MEDIA_SLUG, page: '1' },
    body: { text: TEXT, previous: 'Dinner aboard the Sequoia. Terrapin sou.' },
    response: { media_slug: MEDIA_SLUG, revision: 4 },
  }),
  exampleOf(fileTextOperations.read, { params: { media_slug: MEDIA_SLUG }, response: { state: 'waiting' } }),
];
