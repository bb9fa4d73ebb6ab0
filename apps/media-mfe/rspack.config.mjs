import { remote } from '@archive/rspack-config';
import description from './remote.json' with { type: 'json' };

export default remote({
  ...description,
  exposes: {
    './routes': './src/routes.tsx',
    './lightbox': './src/lightbox.tsx',
    './media-picker': './src/media-picker.tsx',
    './media-upload': './src/media-upload.tsx',
    './upload-tray': './src/upload-tray.tsx',
  },
});
