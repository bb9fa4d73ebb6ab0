export { createPerson } from './create-person.ts';
export { PeopleQueries } from './people-queries.ts';
export { PERSON_LIST_ITEM, PERSON_LIST_ITEM_COLUMNS, PASSENGER, passengersOfVoyage } from './people-sql.ts';
export {
  requestedSlug,
  requireUnusedArticle,
  requirePicture,
  requireSameSlug,
  RESERVED_SLUGS,
} from './person-values.ts';
export { PeopleHttpModule } from './people.module.ts';
