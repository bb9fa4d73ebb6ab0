// In this order: the first fixes the order of the cascade layers.
import '@archive/ui/styles.css';
import './style.css';
