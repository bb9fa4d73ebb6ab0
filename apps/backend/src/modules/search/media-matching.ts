/** SQL for the ids of media that match a query themselves or by the title of an album. */
export const mediaMatching = (query: string) => `
  select m.id from media m where m.search @@ ${query}
  union select e.media_id from album_media e join album a on a.id = e.album_id where a.search @@ ${query}`;
