export * from './person.entity.ts';
export { passengersOfVoyage } from './people-sql.ts';
export { PeopleHttpModule } from './people.module.ts';
