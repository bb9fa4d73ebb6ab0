import { describe, expect, test } from '@jest/globals';
import { parseVoyageDocument } from '@archive/voyage-document';
import { downloadUrlOf, canBeKind, mediaLinksOf } from './media-links.ts';
import { measured } from '../../../../test/support/measured.ts';

const linksIn = (...lines: string[]) => {
  const [voyage] = parseVoyageDocument(
    ['# President Ford (1974 to 1977)', '', '## 1976-06-16', ...lines].join('\n'),
  ).voyages;
  if (!voyage) throw new Error('No voyage');
  return mediaLinksOf(voyage);
};

describe('downloadUrlOf', () => {
  test.each([
    ['https://example.org/a.jpg', 'https://example.org/a.jpg'],
    ['https://example.org/Menu.PDF?page=2#top', 'https://example.org/Menu.PDF?page=2'],
    ['http://example.org/film.mov', 'http://example.org/film.mov'],
    ['https://example.org/letter.docx', 'https://example.org/letter.docx'],
    [
      'https://drive.google.com/file/d/1AbC-d_9/view?usp=sharing',
      'https://drive.usercontent.google.com/download?id=1AbC-d_9&export=download&confirm=t',
    ],
    [
      'https://drive.google.com/open?id=1AbC-d_9&resourcekey=0-xyz',
      'https://drive.usercontent.google.com/download?id=1AbC-d_9&export=download&confirm=t&resourcekey=0-xyz',
    ],
    [
      'https://docs.google.com/uc?export=download&id=1AbC',
      'https://drive.usercontent.google.com/download?id=1AbC&export=download&confirm=t',
    ],
    ['https://www.dropbox.com/s/x1y2/deck.jpg?dl=0', 'https://www.dropbox.com/s/x1y2/deck.jpg?dl=1'],
    [
      'https://www.dropbox.com/scl/fi/x1y2/a.bin?rlkey=k9&raw=1',
      'https://www.dropbox.com/scl/fi/x1y2/a.bin?rlkey=k9&dl=1',
    ],
  ])('accepts %s', (link, address) => {
    expect(downloadUrlOf(link)).toBe(address);
  });

  test.each([
    'https://example.org/',
    'https://example.org/a.html',
    'https://example.org/page?picture=a.jpg',
    'https://commons.wikimedia.org/wiki/File:Sequoia.jpg',
    'https://drive.google.com/drive/folders/1AbC',
    'https://docs.google.com/document/d/1AbC/edit',
    'https://www.dropbox.com/scl/fo/x1y2/h?rlkey=k9',
    'https://dropbox.example.org/s/x1y2/deck',
    'ftp://example.org/a.jpg',
    'file:///etc/a.jpg',
    'a.jpg',
    `https://example.org/${'a'.repeat(2000)}.jpg`,
  ])('rejects %s', (link) => {
    expect(downloadUrlOf(link)).toBeNull();
  });
});

describe('mediaLinksOf', () => {
  test('finds each link in sources and texts once, with its line', () => {
    const links = linksIn(
      'Location: Potomac River',
      'Sources: [Daily Diary](https://example.org/diary.pdf), p. 2; [Page](https://example.org/diary)',
      'Additional Sources: https://example.org/deck.jpg',
      'Additional Information: See [the menu](https://example.org/menu_(1).pdf) and <https://example.org/a.png>,',
      'and again https://example.org/deck.jpg.',
      'Notes: (the film is at https://example.org/film.mp4)',
    );
    expect(links.map(({ url, title, category, line }) => [url, title, category, line])).toEqual([
      ['https://example.org/diary.pdf', 'Daily Diary, p. 2', 'source', 5],
      ['https://example.org/deck.jpg', null, 'additional_source', 6],
      ['https://example.org/menu_(1).pdf', 'the menu', 'source', 7],
      ['https://example.org/a.png', null, 'source', 7],
      ['https://example.org/film.mp4', null, 'source', 9],
    ]);
    expect(links.map(({ field }) => field)).toEqual([
      'Sources',
      'Additional Sources',
      'Additional Information',
      'Additional Information',
      'Notes',
    ]);
  });

  test('ignores fields where the archive’s version is kept', () => {
    const [voyage] = parseVoyageDocument(
      '## 1976-06-16\nSources: https://example.org/a.jpg\nNotes: https://example.org/b.jpg',
    ).voyages;
    if (!voyage) throw new Error('No voyage');
    expect(mediaLinksOf(voyage, new Set(['source_urls'])).map(({ url }) => url)).toEqual(['https://example.org/b.jpg']);
  });

  test('matches links with the photo and video codes', () => {
    const [picture, film, shared] = linksIn(
      'Sources: https://example.org/a.jpg; https://example.org/b.mp4; https://drive.google.com/file/d/1A/view',
    );
    if (!picture || !film || !shared) throw new Error('Three links');
    expect([picture, film, shared].map((link) => [canBeKind('photo', link), canBeKind('video', link)])).toEqual([
      [true, false],
      [false, true],
      [true, true],
    ]);
  });

  test(
    'handles malicious texts in linear time',
    measured(() => {
      const before = process.cpuUsage().user;
      for (const piece of ['[', '](http://', '[a](https://x', '(http://a(', 'http://a.b/(('])
        linksIn(`Notes: ${piece.repeat(40_000)}`);
      expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(8);
    }),
  );
});
