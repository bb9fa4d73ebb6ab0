export * from './president.entity.ts';
