import {
  Anchor,
  Badge,
  Breadcrumbs,
  Button,
  Card,
  Chip,
  DateBlock,
  DefinitionList,
  Disclosure,
  CollapsibleSection,
  Avatar,
  PageHeader,
  Pagination,
  Quote,
  ResultItem,
  Route,
  StatCard,
  TextLink,
} from '../index.ts';
import { Prose } from '../prose/prose.tsx';
import { useState } from 'react';
import { Section, Example } from './frame.tsx';

const ENTRIES = [
  {
    date: '1976-06-16',
    title: 'Dinner for Prime Minister Trudeau',
    from: 'Washington Navy Yard',
    to: 'Potomac River',
    names: 'Gerald Ford, Pierre Trudeau',
    more: '+6',
    badges: ['Foreign leader: Canada', 'Menu'],
  },
  {
    date: '1975-05-03',
    end: '1975-05-05',
    title: 'Down to Mount Vernon',
    from: 'Washington Navy Yard',
    to: 'Mount Vernon',
    names: 'Gerald Ford, Betty Ford',
    more: '',
    badges: ['Mount Vernon'],
  },
  {
    date: '1949-08-30',
    end: '1949-09-02',
    title: 'A stay at Quantico',
    from: 'Quantico',
    names: 'Chester W. Nimitz',
    more: '+2',
    badges: [],
  },
  {
    date: '1945-05',
    title: 'A month of which no day is known',
    names: 'Harry S. Truman',
    more: '',
    badges: ['Presidential use'],
  },
  { date: '1946', title: 'A year alone', names: '', more: '', badges: [] },
];

const TEXT = `The *Sequoia* left the Navy Yard at **19:00** with nine aboard, and lay off [Mount Vernon](https://www.mountvernon.org) while the
colors were lowered.

- Roast beef, served at 8:15
- A toast to 1776 and 1976`;

function Entries() {
  return (
    <ul>
      {ENTRIES.map((entry) => (
        <li key={entry.date} className="ui:flex ui:gap-4 ui:border-b ui:border-rule ui:py-5 ui:sm:gap-6">
          <DateBlock date={entry.date} end={entry.end} className="ui:max-sm:w-20" />
          <div className="ui:min-w-0 ui:flex-1 ui:space-y-1">
            <h3 className="ui:text-21">
              <Anchor href="/gallery" className="ui:hover:text-navy">
                {entry.title}
              </Anchor>
            </h3>
            <p className="ui:text-faded">
              <Route from={entry.from} to={entry.to} />
            </p>
            {entry.names && (
              <p>
                {entry.names} {entry.more && <span className="ui:text-faded">{entry.more}</span>}
              </p>
            )}
            <div className="ui:flex ui:flex-wrap ui:gap-2 ui:empty:hidden ui:pt-1">
              {entry.badges.map((badge) => (
                <Badge key={badge}>{badge}</Badge>
              ))}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Record components. */
export function Records() {
  const [chips, setChips] = useState(['Royalty', 'From 1945', 'Harry S. Truman']);
  return (
    <Section title="Records">
      <Example name="PageHeader">
        <PageHeader
          eyebrow="Logbook"
          title="Voyages"
          lede="Every trip that is known of, from 1931 to 1976, as it was written down."
          actions={<Button variant="primary">New voyage</Button>}
        />
      </Example>
      <Example name="Breadcrumbs">
        <Breadcrumbs
          items={[{ label: 'Library', href: '/' }, { label: 'Images', href: '/' }, { label: 'Dinner for Trudeau' }]}
        />
      </Example>
      <Example name="Chip: removable, plain" row>
        {chips.map((chip) => (
          <Chip
            key={chip}
            removeLabel={`Remove filter: ${chip}`}
            onRemove={() => setChips(chips.filter((other) => other !== chip))}
          >
            {chip}
          </Chip>
        ))}
        <Chip>33 voyages</Chip>
      </Example>
      <Example name="FoldSection, DateBlock, Route, Badge">
        <CollapsibleSection title="Ford Administration" meta="1974–1977" count={12} countLabel="voyages">
          <Entries />
        </CollapsibleSection>
        <CollapsibleSection
          title="Before / After Presidential Service"
          count={3}
          countLabel="voyages"
          defaultOpen={false}
        >
          <Entries />
        </CollapsibleSection>
      </Example>
      <Example name="Badge: tones" row>
        <Badge>Menu</Badge>
        <Badge tone="brass">Crew</Badge>
        <Badge tone="sea">Official</Badge>
        <Badge tone="amber">Unchecked</Badge>
        <Badge tone="signal">Missing</Badge>
      </Example>
      <Example name="Pagination">
        <Pagination page={2} pageSize={50} total={1312} hrefOf={(page) => `/gallery?page=${page}`} />
      </Example>
      <Example name="Quote: large, medium">
        <div className="ui:space-y-8">
          <Quote source="The New York Times, June 17, 1976">
            The river was like glass, and for an hour nobody spoke of the 200 things on the agenda.
          </Quote>
          <Quote size="medium" source="Log of the yacht">
            Underway 1905. All hands well.
          </Quote>
        </div>
      </Example>
      <Example name="Prose: Markdown, plain">
        <Prose>{TEXT}</Prose>
        <Prose className="ui:mt-6">
          A paragraph without any markup, set at once, about 27 guests who came aboard in 1949.
        </Prose>
      </Example>
      <Example name="Avatar" row>
        <Avatar name="Pierre Trudeau" size="small" />
        <Avatar name="Mr. Dwight D. Eisenhower, Jr." />
        <Avatar name="Nimitz" size="large" />
      </Example>
      <Example name="ResultItem: with a link, without">
        <div className="ui:space-y-4">
          <ResultItem
            kind="Person"
            title={
              <>
                Pierre <mark>Trudeau</mark>
              </>
            }
            href="/gallery"
            subtitle="Prime Minister of Canada"
            excerpt="Dinner for the Prime Minister and his staff"
            picture={<Avatar name="Pierre Trudeau" />}
          />
          <ResultItem
            kind="Media"
            title="Guests on the fantail"
            href={undefined}
            note="Can’t load details right now."
          />
        </div>
      </Example>
      <Example name="DefinitionList">
        <DefinitionList
          items={[
            { term: 'Full name', detail: 'Chester William Nimitz' },
            { term: 'Lifespan', detail: '1885–1966' },
            { term: 'Left out', detail: null },
            {
              term: 'Wikipedia',
              detail: <TextLink href="https://en.wikipedia.org/wiki/Chester_W._Nimitz">Chester W. Nimitz</TextLink>,
            },
          ]}
        />
      </Example>
      <Example name="StatCard">
        <dl className="ui:grid ui:gap-4 ui:sm:grid-cols-3">
          <StatCard label="Total People" value="148" />
          <StatCard label="Unique Titles" value="96" />
          <StatCard label="Avg Voyages per Person" value="1.7" note="passengers and crew" />
        </dl>
      </Example>
      <Example name="Card: link, plain">
        <div className="ui:grid ui:gap-4 ui:sm:grid-cols-2">
          <Card
            href="/gallery"
            level={3}
            eyebrow="On this day"
            title="Voyages"
            footer={<Route from="Washington Navy Yard" to="Potomac River" />}
          >
            The logbook, by administration, from 1931 on.
          </Card>
          <Card level={3} title="A card with a title">
            It leads nowhere.
          </Card>
        </div>
      </Example>
      <Example name="Disclosure">
        <Disclosure label="People aboard">Nine passengers, one of them the Commanding Officer.</Disclosure>
      </Example>
    </Section>
  );
}
