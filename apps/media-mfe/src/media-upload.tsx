import './style.css';
import type { MediaUploadProps } from '@archive/shell-api';
import type { ComponentType } from 'react';
import { UploadDialog } from './features/upload/upload-dialog.tsx';

/** Exposed to other micro-frontends as `./media-upload`. */
export const component: ComponentType<MediaUploadProps> = UploadDialog;
