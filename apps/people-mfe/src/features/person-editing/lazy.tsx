import { lazy } from 'react';

/** Loaded on demand. */
export const PersonDialog = lazy(() =>
  import('./person-dialog.tsx').then((module) => ({ default: module.PersonDialog })),
);
export const RemoveFromVoyage = lazy(() =>
  import('./remove-from-voyage.tsx').then((module) => ({ default: module.RemoveFromVoyage })),
);
export const VoyageRoleDialog = lazy(() =>
  import('./voyage-role-dialog.tsx').then((module) => ({ default: module.VoyageRoleDialog })),
);
export const DeletePerson = lazy(() =>
  import('./delete-person.tsx').then((module) => ({ default: module.DeletePerson })),
);
export const PersonHistory = lazy(() =>
  import('../history/person-history.tsx').then((module) => ({ default: module.PersonHistory })),
);
export const CitePerson = lazy(() =>
  import('../person/cite-person.tsx').then((module) => ({ default: module.CitePerson })),
);
export const PickPortrait = lazy(() =>
  import('./pick-portrait.tsx').then((module) => ({ default: module.PickPortrait })),
);
export const MergeTargetDialog = lazy(() =>
  import('../person-merge/merge-target-dialog.tsx').then((module) => ({ default: module.MergeTargetDialog })),
);
