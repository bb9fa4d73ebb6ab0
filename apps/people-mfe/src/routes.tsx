import './style.css';
import { CONTRACT, type MfeModule } from '@archive/shell-api';

export const contract: MfeModule['contract'] = CONTRACT;

/** Relative to the place that the registry gives this micro-frontend (/people). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <h1 className="font-serif text-35">Passengers</h1> },
];
