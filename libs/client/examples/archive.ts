import { ArchiveClient } from '@archive/client';

/** Returns a signed-in client for the examples. */
export async function openArchive(): Promise<ArchiveClient> {
  const {
    ARCHIVE_URL = 'http://127.0.0.1:3000',
    CURATOR_USERNAME = 'curator',
    CURATOR_PASSWORD = 'sequoia',
  } = process.env;
  const archive = new ArchiveClient({ url: ARCHIVE_URL });
  await archive.signIn(CURATOR_USERNAME, CURATOR_PASSWORD);
  return archive;
}
