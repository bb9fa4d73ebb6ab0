const DOCUMENTS = ['application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'];

/** Whether files of this content type have previews. */
export const isRenderable = (contentType: string) =>
  /^(?:image|video|audio)\//.test(contentType) || DOCUMENTS.includes(contentType);
