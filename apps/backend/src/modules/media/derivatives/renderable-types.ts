/** Whether files of this content type have previews. */
export const isRenderable = (contentType: string) =>
  contentType.startsWith('image/') || contentType.startsWith('video/') || contentType === 'application/pdf';
