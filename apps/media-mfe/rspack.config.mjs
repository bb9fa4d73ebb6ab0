import { remote } from '@archive/rspack-config';
import description from './remote.json' with { type: 'json' };

export default remote({
  ...description,
  exposes: {
    './routes': './src/routes.tsx',
    './lightbox': './src/features/lightbox/lightbox.tsx',
    './media-picker': './src/features/picker/media-picker.tsx',
    './media-upload': './src/features/upload/upload-dialog.tsx',
    './upload-tray': './src/features/upload/tray/upload-tray.tsx',
  },
});
