import './style.css';
import type { ComponentType } from 'react';
import { UploadTray } from './features/upload/tray/upload-tray.tsx';

/** Exposed to the shell as `./upload-tray`, for the page frame. */
export const component: ComponentType = UploadTray;
