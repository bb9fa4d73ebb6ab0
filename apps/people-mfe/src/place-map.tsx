import './style.css';
import type { PlaceMapProps } from '@archive/shell-api';
import type { ComponentType } from 'react';
import { PlaceMap } from './features/map/place-map.tsx';

/** Exposed to other micro-frontends as `./place-map`. */
export const component: ComponentType<PlaceMapProps> = PlaceMap;
