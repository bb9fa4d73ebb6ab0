import { describe as group, expect, test } from '@jest/globals';
import { describe } from './media-description.ts';

const link = {
  url: 'https://www.archives.example/scans/deck%20log.pdf',
  title: null,
  category: 'source' as const,
  media_type: null,
  voyage_slug: '1946-01-01-truman',
};

group('a fetched file', () => {
  test('is called what the document calls it, else by its name, else by its server', () => {
    expect(describe({ ...link, title: 'The *Deck Log*,\n p. 15' }, 'a.pdf', 'pdf').title).toBe('The Deck Log, p. 15');
    for (const title of ['here', 'PDF', 'See this link.', ' '])
      expect(describe({ ...link, title }, 'deck log.pdf', 'pdf').title).toBe('deck log');
    expect(describe(link, null, 'pdf').title).toBe('www.archives.example');
    expect(describe({ ...link, title: 'A'.repeat(600) }, null, 'pdf').title).toHaveLength(500);
  });

  test('is credited to who hands it out, unless that is a service for sharing', () => {
    expect(describe(link, null, 'pdf').credit).toBe('archives.example');
    expect(describe({ ...link, url: 'https://drive.google.com/file/d/1A/view' }, 'a.jpg', 'image').credit).toBeNull();
  });

  test('is classed as the document says where its content cannot tell', () => {
    const classed = (media_type: string | null, contentIs: string) =>
      describe({ ...link, media_type }, 'a.pdf', contentIs).media_type;
    expect(classed('logbook', 'pdf')).toBe('logbook');
    expect(classed('document', 'other')).toBe('document');
    for (const [said, is] of [
      ['document', 'pdf'],
      ['image', 'pdf'],
      [null, 'image'],
    ] as const)
      expect(classed(said, is)).toBeUndefined();
  });
});
