import { h } from './h.ts';

/** Lets the browser save a file; the address of it is gone once that has begun. */
export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
