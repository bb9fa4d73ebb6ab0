export * from './person.entity.ts';
