/** The location of an object, as parameters of S3 commands. */
export interface ObjectLocation {
  Bucket: string;
  Key: string;
}
