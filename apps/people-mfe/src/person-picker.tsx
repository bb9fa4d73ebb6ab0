import './style.css';
import type { PersonPickerProps } from '@archive/shell-api';
import type { ComponentType } from 'react';
import { PersonPicker } from './features/picking/person-picker.tsx';

/** Lent to other micro-frontends as `./person-picker`. */
export const component: ComponentType<PersonPickerProps> = PersonPicker;
