export * from './session.entity.ts';
