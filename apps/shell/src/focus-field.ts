/** A ref that moves the focus to a field when it appears. */
export const focusField = (field: HTMLInputElement | null) => field?.focus();
