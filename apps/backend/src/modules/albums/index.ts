export * from './album.entity.ts';
