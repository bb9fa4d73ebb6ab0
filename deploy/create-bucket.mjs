// Creates the bucket of the media library unless it exists. Runs once, before the API and the workers.
import { readFileSync } from 'node:fs';
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

const {
  S3_BUCKET,
  S3_ENDPOINT,
  S3_REGION = 'us-east-1',
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY_FILE,
  S3_FORCE_PATH_STYLE,
} = process.env;

const client = new S3Client({
  endpoint: S3_ENDPOINT,
  region: S3_REGION,
  credentials: {
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: readFileSync(S3_SECRET_ACCESS_KEY_FILE, 'utf8').trimEnd(),
  },
  forcePathStyle: S3_FORCE_PATH_STYLE !== 'false',
});

const exists = await client.send(new HeadBucketCommand({ Bucket: S3_BUCKET })).then(
  () => true,
  (error) => {
    if (error.$metadata?.httpStatusCode === 404) return false;
    throw error;
  },
);
if (!exists) await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }));
process.stdout.write(`The bucket ${S3_BUCKET} ${exists ? 'is there' : 'has been made'}.\n`);
