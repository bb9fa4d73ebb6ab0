export { PersonProfileHttpModule } from './person-profile.module.ts';
