import './styles.ts';
import './shared.ts';
import './main.tsx';
