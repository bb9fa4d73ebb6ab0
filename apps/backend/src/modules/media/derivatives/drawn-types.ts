/** Whether smaller pictures are made of files of a content type. */
export const isDrawn = (contentType: string) => contentType.startsWith('image/') || contentType === 'application/pdf';
