export { createPerson } from './create-person.ts';
export { PeopleReads } from './people-reads.ts';
export { LISTED, LISTED_COLUMNS, PASSENGER, passengersOfVoyage } from './people-sql.ts';
export { givenSlug, requireOwnArticle, requireSameSlug, RESERVED_SLUGS } from './person-values.ts';
export { PeopleHttpModule } from './people.module.ts';
