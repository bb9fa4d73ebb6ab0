import './style.css';
import type { PersonPickerProps } from '@archive/shell-api';
import type { ComponentType } from 'react';
import { PersonPicker } from './features/person-picker/person-picker.tsx';

/** Exposed to other micro-frontends as `./person-picker`. */
export const component: ComponentType<PersonPickerProps> = PersonPicker;
