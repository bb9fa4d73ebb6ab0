import './style.css';
import type { MediaPickerProps } from '@archive/shell-api';
import type { ComponentType } from 'react';
import { MediaPicker } from './features/picker/media-picker.tsx';

/** Exposed to other micro-frontends as `./media-picker`. */
export const component: ComponentType<MediaPickerProps> = MediaPicker;
