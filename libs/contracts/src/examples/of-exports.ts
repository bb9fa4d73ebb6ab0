import { exportCalls } from '../exports.ts';
import { exampleOf } from './example.ts';
import { MEDIA, PERSON, PERSON_IN_LIST, PRESIDENT, VOYAGE } from './records.ts';

const {
  s3_url: _file,
  public_derivative_url: _large,
  thumbnail_url: _small,
  preview_state: _state,
  preview_error: _error,
  suggested: _suggested,
  ...record
} = MEDIA;
const { voyages: _voyages, is_president: _office, created_at: _created, updated_at: _updated, ...person } = PERSON;
const { title, capacity_role } = PERSON_IN_LIST;

export const exportExamples = [
  exampleOf(exportCalls.voyages, {
    query: { format: 'json', q: 'Trudeau', significant: '1' },
    answer: [
      {
        voyage_slug: VOYAGE.voyage_slug,
        owner: { kind: 'president', name: 'Gerald Ford', term_start: '1974-08-09', term_end: '1977-01-20' },
        number: 2,
        start_date: VOYAGE.start_date,
        end_date: VOYAGE.end_date,
        title: VOYAGE.title,
        voyage_type: VOYAGE.voyage_type,
        start_time: VOYAGE.start_time,
        end_time: VOYAGE.end_time,
        start_location: VOYAGE.start_location,
        end_location: VOYAGE.end_location,
        start_location_markdown: null,
        end_location_markdown: null,
        passengers: VOYAGE.passengers.map((passenger) => ({
          name: passenger.full_name,
          wikipedia_url: passenger.wikipedia_url,
          title: passenger.title,
          role: passenger.capacity_role,
          is_crew: passenger.is_crew,
        })),
        additional_guests: VOYAGE.additional_guests,
        summary_markdown: VOYAGE.summary_markdown,
        additional_information: VOYAGE.additional_information,
        notes: VOYAGE.notes,
        notes_internal: VOYAGE.notes_internal,
        sources: VOYAGE.source_urls,
        additional_sources: VOYAGE.additional_sources,
        spins: VOYAGE.spin,
        presidential_initials: VOYAGE.presidential_initials,
        royalty_details: VOYAGE.royalty_details,
        foreign_leader_country: VOYAGE.foreign_leader_country,
        presidential_use: VOYAGE.presidential_use,
        has_royalty: VOYAGE.has_royalty,
        has_foreign_leader: VOYAGE.has_foreign_leader,
        mention_camp_david: VOYAGE.mention_camp_david,
        mention_mount_vernon: VOYAGE.mention_mount_vernon,
        mention_captain: VOYAGE.mention_captain,
        mention_crew: VOYAGE.mention_crew,
        mention_rmd: VOYAGE.mention_rmd,
        mention_yacht_spin: VOYAGE.mention_yacht_spin,
        mention_menu: VOYAGE.mention_menu,
        mention_drinks_wine: VOYAGE.mention_drinks_wine,
        claims_photo: VOYAGE.has_photo,
        claims_video: VOYAGE.has_video,
      },
    ],
  }),
  exampleOf(exportCalls.people, {
    query: { format: 'json', q: 'trudeau' },
    answer: [{ ...person, title, capacity_role }],
  }),
  exampleOf(exportCalls.media, { query: { format: 'json', folder: 'gerald-ford' }, answer: [record] }),
  exampleOf(exportCalls.presidents, { query: { format: 'json' }, answer: [PRESIDENT] }),
  exampleOf(exportCalls.archive, {}),
];
