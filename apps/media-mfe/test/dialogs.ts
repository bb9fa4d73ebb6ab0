/** Stubs `showModal`, which jsdom lacks. */
export function stubShowModal(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
}
