/** Whether files of this content type have previews. */
export const isRenderable = (contentType: string) =>
  /^(?:image|video|audio)\//.test(contentType) || contentType === 'application/pdf';
