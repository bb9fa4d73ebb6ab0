/** jsdom has no showModal. */
export function stubShowModal(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
}
