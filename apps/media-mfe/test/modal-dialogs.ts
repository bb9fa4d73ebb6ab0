/** The test's document knows dialogs, but not how one opens over the page. */
export function letDialogsOpen(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
}
