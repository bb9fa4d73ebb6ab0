export { createLog, NestLog, type Pino } from './logging.ts';
export { type CallInput, type CallResult, Contract, Public } from './contract.decorator.ts';
export { type JsonText, jsonText } from './json-text.ts';
export { type Page, page } from './page.ts';
export { type FieldError, notFound, Problem, refused } from './problem.ts';
export { matchesEtag } from './answers.ts';
export { behindTls } from './security.ts';
export { Health, HealthError, HealthModule } from './health.ts';
