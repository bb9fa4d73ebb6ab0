import { lazy } from 'react';

/** What only a curator who edits needs is fetched when it is asked for. */
export const PersonModal = lazy(() => import('./person-modal.tsx').then((module) => ({ default: module.PersonModal })));
export const RemoveFromVoyage = lazy(() =>
  import('./remove-from-voyage.tsx').then((module) => ({ default: module.RemoveFromVoyage })),
);
export const AboardModal = lazy(() => import('./aboard-modal.tsx').then((module) => ({ default: module.AboardModal })));
export const DeletePerson = lazy(() =>
  import('./delete-person.tsx').then((module) => ({ default: module.DeletePerson })),
);
export const PersonHistory = lazy(() =>
  import('../history/person-history.tsx').then((module) => ({ default: module.PersonHistory })),
);
export const CitePerson = lazy(() =>
  import('../person/cite-person.tsx').then((module) => ({ default: module.CitePerson })),
);
export const OtherRecord = lazy(() =>
  import('../merging/other-record.tsx').then((module) => ({ default: module.OtherRecord })),
);
