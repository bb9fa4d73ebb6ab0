export { AlbumsHttpModule } from './albums.module.ts';
