import { remote } from '@archive/rspack-config';

export default remote({
  name: 'media',
  exposes: {
    './routes': './src/routes.tsx',
    './lightbox': './src/lightbox.tsx',
    './media-picker': './src/media-picker.tsx',
    './media-upload': './src/media-upload.tsx',
  },
  pages: ['/media-explorer'],
});
