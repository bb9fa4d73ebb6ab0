export { createPresident } from './create-president.ts';
export { findPresident } from './find-president.ts';
export { PRESIDENT_COLUMNS, PresidentReads } from './president-reads.ts';
export { PresidentsHttpModule } from './presidents.module.ts';
