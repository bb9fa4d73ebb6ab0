// The order matters: the first import defines the cascade layers.
import '@archive/ui/styles.css';
import './style.css';
import './shared.ts';
import './main.tsx';
