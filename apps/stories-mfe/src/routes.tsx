import './style.css';
import { Allowed, type MfeModule } from '@archive/shell-api';
import { lazyComponent, SkeletonList } from '@archive/ui';
import type { ReactNode } from 'react';
import { StoriesPage } from './features/reading/stories-page.tsx';
import { StoryPage } from './features/reading/story-page.tsx';

/** The contract version this remote was built for. A literal, because an imported constant would have the shell's value at run time. */
export const contract: MfeModule['contract'] = 1;

/** Lazy: readers don't need the form. */
const form = () => import('./features/writing/story-form-page.tsx');
const NewStoryPage = lazyComponent(form, 'NewStoryPage', <SkeletonList />);
const EditStoryPage = lazyComponent(form, 'EditStoryPage', <SkeletonList />);

const forContributors = (page: ReactNode) => <Allowed access="contributor">{page}</Allowed>;

/** Relative to the mount path in the registry (/stories). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <StoriesPage /> },
  { path: 'new', element: forContributors(<NewStoryPage />) },
  { path: ':slug/edit', element: forContributors(<EditStoryPage />) },
  { path: ':slug', element: <StoryPage /> },
];
