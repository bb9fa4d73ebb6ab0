import './style.css';
import type { PresidentDialogProps } from '@archive/shell-api';
import type { ComponentType } from 'react';
import { PresidentDialog } from './features/president/president-dialog.tsx';

/** Exposed to other micro-frontends as `./president-modal`. */
export const component: ComponentType<PresidentDialogProps> = PresidentDialog;
