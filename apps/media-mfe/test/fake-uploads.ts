/** Replaces XMLHttpRequest. Tests control progress and response. */
export class FakeUpload extends EventTarget {
  static sent: FakeUpload[] = [];
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  fields: Record<string, FormDataEntryValue> = {};
  url = '';
  aborted = false;
  status = 0;
  statusText = '';
  responseText = '';

  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  send(form: FormData): void {
    this.fields = Object.fromEntries(form);
    FakeUpload.sent.push(this);
  }
  abort(): void {
    this.aborted = true;
    this.dispatchEvent(new Event('loadend'));
  }

  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }));
  }
  respond(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
    this.dispatchEvent(new Event('loadend'));
  }
}

/** Installs FakeUpload and stubs object URLs, which jsdom lacks. */
export function installFakeUploads(): void {
  FakeUpload.sent = [];
  Object.assign(globalThis, { XMLHttpRequest: FakeUpload });
  Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined });
}
