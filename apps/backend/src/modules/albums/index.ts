export * from './album.entity.ts';
export { AlbumsHttpModule } from './albums.module.ts';
