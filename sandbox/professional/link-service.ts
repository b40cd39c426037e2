/** What stands behind the link of a verification e-mail. */
export type LinkRequest =
  | {
      /** Waits for the professional's approval. */
      readonly kind: 'open';
      readonly partner: string;
      readonly professionalName: string;
      readonly email: string;
    }
  | { readonly kind: 'approved'; readonly partner: string }
  /** Was approved earlier. */
  | { readonly kind: 'used' }
  | { readonly kind: 'unknown' };

/** What the page needs of the service; the service implements it (sandbox/service). */
export interface LinkService {
  /** Looks without changing anything. */
  look(token: string): LinkRequest;
  /** Approves what waits, and gives `approved`; whatever else stands behind the link stays as it is. */
  approve(token: string): LinkRequest;
}
