const patterns = new Map<string, RegExp>();

/** A profile's pattern, compiled once. Which patterns are taken is decided where a profile is read. */
export function compilePattern(text: string, flags = 'u'): RegExp {
  const pattern = patterns.get(text + flags) ?? new RegExp(text, flags);
  patterns.set(text + flags, pattern);
  return pattern;
}
