import {
  type Administration,
  earliestDay,
  type OwnerProposal,
  proposeOwner,
  type VoyageListItem,
} from '@archive/contracts';
import type { JsonItems } from '../../common/index.ts';
import type { Conditions, Database, RowOf } from '../../database/index.ts';
import {
  ALL_OWNERS,
  OWNER_COLUMNS,
  WITHOUT_OWNER,
  WITHOUT_OWNER_COLUMNS,
  WITHOUT_OWNER_ON_PAGE,
} from './voyage-sql.ts';

/** A voyage without an owner, and the owner who is proposed by who was aboard and by term. */
interface Proposed extends RowOf<typeof WITHOUT_OWNER_COLUMNS> {
  proposal: OwnerProposal<RowOf<typeof OWNER_COLUMNS>> | null;
}

async function propose(
  database: Database,
  reading: Promise<RowOf<typeof WITHOUT_OWNER_COLUMNS>[]>,
): Promise<Proposed[]> {
  const voyages = await reading;
  const owners = voyages.length > 0 ? await database.rows(ALL_OWNERS) : [];
  return voyages.map((voyage) => ({
    ...voyage,
    proposal: proposeOwner(voyage.start_date, new Set(voyage.aboard), owners),
  }));
}

/** All matching voyages without an owner, by date. */
export const proposedOwners = (database: Database, matching: Conditions): Promise<Proposed[]> =>
  propose(database, database.rows(WITHOUT_OWNER.for(matching), matching.parameters));

const NO_OWNER = '"president_slug_from_voyage":null';

/** Adds the proposed owners to a page of voyages. Pages whose voyages all have owners stay as the database wrote them. */
export async function withProposedOwners(database: Database, page: JsonItems): Promise<JsonItems> {
  if (!page.json.includes(NO_OWNER)) return page;
  const items = JSON.parse(page.json) as VoyageListItem[];
  const slugs = items.map(({ voyage_slug }) => voyage_slug);
  const proposed = new Map(
    (await propose(database, database.rows(WITHOUT_OWNER_ON_PAGE, [slugs]))).map((voyage) => [
      voyage.voyage_slug,
      voyage.proposal,
    ]),
  );
  for (const item of items) {
    const proposal = proposed.get(item.voyage_slug);
    if (!proposal) continue;
    const { president_slug, president_name, presidential } = proposal.owner;
    item.proposed_owner = { president_slug, president_name, presidential, reason: proposal.reason };
  }
  return { ...page, json: JSON.stringify(items) };
}

const firstDay = ({ first_start_date }: Administration) => earliestDay(first_start_date) ?? '';

/** Moves voyages without an owner to the sections of their proposed owners. */
export function withProposed(sections: readonly Administration[], proposed: readonly Proposed[]): Administration[] {
  const others = sections.filter(({ president_slug }) => president_slug !== null);
  const bySlug = new Map(others.map((section) => [section.president_slug, { ...section }]));
  const none = sections.find(({ president_slug }) => president_slug === null);
  for (const { start_date, proposal } of proposed) {
    const { president_slug = null, party: president_party = null, ...owner } = proposal?.owner ?? {};
    const section = bySlug.get(president_slug) ?? {
      president_name: null,
      presidential: false,
      term_start: null,
      term_end: null,
      ...none,
      ...owner,
      president_slug,
      president_party,
      voyage_count: 0,
      first_start_date: start_date,
    };
    section.voyage_count += 1;
    if ((earliestDay(start_date) ?? '') < firstDay(section)) section.first_start_date = start_date;
    bySlug.set(president_slug, section);
  }
  return [...bySlug.values()].toSorted((a, b) => (firstDay(a) < firstDay(b) ? -1 : Number(firstDay(a) > firstDay(b))));
}
