/** Something a person has to put right. Its message is one whole sentence for that person; a stack would only hide it. */
export class Refusal extends Error {
  override name = 'Refusal';
}
