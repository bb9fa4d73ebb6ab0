import fc from 'fast-check';

/** Pieces of documents as people really write them, from which the tests compose voyages. */
const one = (pieces: string) =>
  fc.constantFrom(
    ...pieces
      .trim()
      .split('\n')
      .map((piece) => piece.trim()),
  );

const OWNERS = one(`
  # President Truman (1945 to 1953)
  # JFK
  # Pres. Jonson
  # Nixon, Richard
  # Owner: Richard M. Cadwalader (1925-1931)
  # Thomas Malloy, owner 1977-1981
  ## President Ford (August 9, 1974 to January 20, 1977)
  # [President Carter](https://en.wikipedia.org/wiki/Jimmy_Carter)
  # **Hoover**
  # The Navy Yard
  # Voyages of the Sequoia
`);
const HEADINGS = one(`
  ## 1946-06-01
  ## **3. 1946-06-01 to 1946-06-04**: Fishing trip
  ## 16 June 1935
  ## June 16–18, 1936 (weekend)
  ## 6/16/46
  ## ca. July 1952
  ## Summer of 1946
  ## 1926 July
  ## [1938-07-04] Fireworks
  ## June ?, 1938
  ### Sept. 3rd, 1969
  ### Dinner on June 16, 1971
  **May 6, 1971** - Staff party
  **1971-05-07:** Lunch
  ## 1971-02-30
  ## Labor Day weekend 1937
  ## 1966-05-15 (Foreign Leader: UK) (Photos)
  ## 1971-06-12 -- evening cruise {#_heading=h.gj}
  ## 1971-06-12 ??
  Date: June 17, 1971
  1949-05-08 afternoon cruise
  ## Between March and May 1931
`);
const CODES = one(`
  (HST) (Menu)
  (Royalty: Princess Margaret) (Photo(s))
  (lbj)(royalty - Princess Anne)
  (FDR) (HST)
  (Manu)
  (Captain: Jones)
`);
const FIELDS = one(`
  Location: Navy Yard; Mount Vernon
  Location: [Cape Henry, VA](https://en.wikipedia.org/wiki/Cape_Henry); Potomac; Quantico
  Location - Potomac
  **Location:** Washington Navy Yard
  From: Navy Yard
  To: Indian Head
  Place: Quantico (?)
  Time: 19:00 – 21:03
  Time: 7 pm to 1:20 am
  Time: after dinner
  Departed: 5:15 PM
  Returned: late
  Passengers: Harry Truman, Adm. William Leahy, Dean Acheson, Secretary of State, 27 other guests
  Passengers: Nixon, Richard; Kissinger, Henry; Laird, Melvin
  Passengers: President and Mrs. Kennedy, Ben and Tony Bradlee, Senator Smathers and party, the Radziwills
  Passengers: [Gerald Ford](https://en.wikipedia.org/wiki/Gerald_Ford "the President") (POTUS), Ron Ziegler - Press Secretary, unknown
  Passengers: 1) Harry Truman 2) Bess Truman
  Passengers: Gerald Ford, Betty Ford. The boat was full. They sang.
  Passengers: <i>Lyndon Johnson</i>, Jack Valenti &amp; Mary Valenti, crew: Bob Jones, [](https://example.org/nobody)
  Passengers: Rear Adm. Robert Dennison, USN, John Smith, Jr. (aide), {crew}
  **Passengers** Gerald Ford, Dick Cheney
  Passengers:
  1. Richard Nixon
  - Rose Woods, secretary
  • Manolo Sanchez (valet)
  Attendees: Everett Dirksen, Mike Mansfield
  Guests: Ann Lee; Bob May, Chairman, Joint Chiefs; Cid Ray
  Crew: Lt. Cdr. Jim Smith, 2 stewards, cook Arturo
  Captain: Dan Poe
  Pasengers: Ann Lee, Bob May
  Who: Caroline, John Jr., nanny
  Skipper's note: fog till ten
  Weather: fair and warm
  Purpose: reception for senators
  Notes: Swimming off the fantail.
  Remarks: Clear, hot
  Notes - quiet evening
  Curator Notes: check the log
  Summary: A dinner.
  Voyage Type: Official
  Voyage Type: pleasure
  Sources: [NYT](https://www.nytimes.com/a "Sequoia sold"), *Book*, p. 15; https://www.latimes.com/b, <https://www.latimes.com/c>
  Additional Sources: [A](https://a.org) and [B](https://b.org); *Book* {book}
  Ref.: Daily Diary, LBJ Library
  See: Bradlee, pp. 193-198
  Spin from *The Final Days*:
  * They ate on the top deck.
  Quotes: "It was over," he said.
  Additional Information: Anchored off Quantico at 1630
  Start Date as Written: around Easter
`);
const LOOSE_LINES = one(`
  We boarded at seven. The President was in fine spirits.
  1400 - Left Navy Yard with the band
  Fig. 2: The party on the fantail
  ![deck](media/image1.png)
  * * *
  Page 3 of 17
  Bibliography
  TODO check the guest list
  > quoted from an older list
  ### Guests
  Harry Vaughan, Clark Clifford
  (see the logbook of that year for details.)
  \`\`\`
`);
const SEPARATORS = one('---').map((rule) => rule);

const line = fc.oneof(
  { weight: 6, arbitrary: FIELDS },
  { weight: 2, arbitrary: LOOSE_LINES },
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: SEPARATORS },
);
const body = fc.array(line, { maxLength: 8 });
const voyage = fc
  .tuple(fc.option(CODES, { nil: '', freq: 3 }), HEADINGS, body)
  .map(([codes, heading, lines]) => [codes, '', heading, ...lines, ''].join('\n'));
const section = fc.tuple(fc.option(OWNERS, { nil: '', freq: 2 }), fc.array(voyage, { minLength: 1, maxLength: 3 }));

/** Documents composed of messy parts, with at least one voyage. */
export const messyDocument: fc.Arbitrary<string> = fc
  .tuple(fc.option(LOOSE_LINES, { nil: '', freq: 3 }), fc.array(section, { minLength: 1, maxLength: 3 }))
  .map(([preamble, sections]) =>
    [preamble, ...sections.flatMap(([owner, voyages]) => [owner, '', ...voyages])].join('\n'),
  );
