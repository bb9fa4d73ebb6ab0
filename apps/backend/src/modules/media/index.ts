export * from './media.entity.ts';
