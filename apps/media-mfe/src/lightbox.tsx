import './style.css';
import type { LightboxProps } from '@archive/shell-api';
import type { ComponentType } from 'react';
import { Lightbox } from './features/lightbox/lightbox.tsx';

/** Exposed to other micro-frontends as `./lightbox`. */
export const component: ComponentType<LightboxProps> = Lightbox;
