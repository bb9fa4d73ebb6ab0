import { remote } from '@archive/rspack-config';

export default remote({
  name: 'people',
  exposes: {
    './routes': './src/routes.tsx',
    './person-picker': './src/person-picker.tsx',
    './president-modal': './src/president-modal.tsx',
  },
  pages: ['/people', '/people?group=role', '/people?group=president', '/people/duplicates'],
});
