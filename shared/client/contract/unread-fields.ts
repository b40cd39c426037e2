/** Returns the names of an object's fields that the service sent and that could not be read, or not as a whole. */
export const unreadFields = (object: object): readonly string[] =>
  (object as { readonly unreadFields?: readonly string[] }).unreadFields ?? [];
