/** An error that a person has to fix. Its message is a sentence for that person, printed without a stack trace. */
export class UserError extends Error {
  override name = 'UserError';
}
