/** Of a dry run that cannot be applied any more. */
export const ARCHIVE_CHANGED =
  'The archive has changed since this document was checked, so that its plan no longer holds. Check the document again.';
