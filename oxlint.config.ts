import { defineConfig } from 'oxlint';

export default defineConfig({ plugins: ['typescript', 'react', 'import', 'jsx-a11y', 'unicorn', 'oxc'] });
