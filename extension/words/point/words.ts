/** What is said while somebody points at something on a page; nothing of the page is in it. */
export interface PointWords {
  readonly pointAt: Readonly<
    Record<'key' | 'name' | 'birthday' | 'email' | 'phone' | 'place' | 'any', string>
  >;
  readonly keys: string;
}
