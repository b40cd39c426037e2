type Body = Readonly<Record<string, unknown>>;

/** A text field of a form; empty where it is missing, given twice, or a file. */
export const field = (form: Body, name: string): string => {
  const value = form[name];
  return typeof value === 'string' ? value : '';
};
