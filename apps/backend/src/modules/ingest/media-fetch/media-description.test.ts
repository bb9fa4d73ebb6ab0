import { describe as group, expect, test } from '@jest/globals';
import { describe } from './media-description.ts';

const link = {
  url: 'https://www.archives.example/scans/deck%20log.pdf',
  title: null,
  category: 'source' as const,
  media_type: null,
  voyage_slug: '1946-01-01-truman',
};

group('describe', () => {
  test('uses the link title, file name or host as title', () => {
    expect(describe({ ...link, title: 'The *Deck Log*,\n p. 15' }, 'a.pdf', 'pdf').title).toBe('The Deck Log, p. 15');
    for (const title of ['here', 'PDF', 'See this link.', ' '])
      expect(describe({ ...link, title }, 'deck log.pdf', 'pdf').title).toBe('deck log');
    expect(describe(link, null, 'pdf').title).toBe('www.archives.example');
    expect(describe({ ...link, title: 'A'.repeat(600) }, null, 'pdf').title).toHaveLength(500);
  });

  test('credits the host, except for file sharing services', () => {
    expect(describe(link, null, 'pdf').credit).toBe('archives.example');
    expect(describe({ ...link, url: 'https://drive.google.com/file/d/1A/view' }, 'a.jpg', 'image').credit).toBeNull();
  });

  test('uses the media type of the document when the content is ambiguous', () => {
    const typeOf = (media_type: string | null, contentIs: string) =>
      describe({ ...link, media_type }, 'a.pdf', contentIs).media_type;
    expect(typeOf('logbook', 'pdf')).toBe('logbook');
    expect(typeOf('document', 'other')).toBe('document');
    for (const [documented, actual] of [
      ['document', 'pdf'],
      ['image', 'pdf'],
      [null, 'image'],
    ] as const)
      expect(typeOf(documented, actual)).toBeUndefined();
  });
});
