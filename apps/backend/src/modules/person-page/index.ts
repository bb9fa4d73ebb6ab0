export { PersonPageHttpModule } from './person-page.module.ts';
