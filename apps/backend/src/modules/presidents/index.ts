export { createPresident } from './create-president.ts';
export { findPresident } from './find-president.ts';
export { PRESIDENT_COLUMNS, PresidentQueries } from './president-queries.ts';
export { PresidentsHttpModule } from './presidents.module.ts';
