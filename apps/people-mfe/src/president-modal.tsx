import './style.css';
import type { PresidentModalProps } from '@archive/shell-api';
import type { ComponentType } from 'react';
import { PresidentModal } from './features/president/president-modal.tsx';

/** Exposed to other micro-frontends as `./president-modal`. */
export const component: ComponentType<PresidentModalProps> = PresidentModal;
