const DEFAULT_PORTS: ReadonlySet<number> = new Set([80, 443]);

/**
 * A host as it is compared, whether an option or a request names it: in lower case, without the dot at the end of a name and
 * without a default port.
 */
export function toHost(text: string): string {
  const [, name = text, port] = /^(.*?)(?::(\d{1,5}))?$/s.exec(text.toLowerCase()) ?? [];
  const host = name.replace(/\.$/, '');
  return port === undefined || DEFAULT_PORTS.has(Number(port)) ? host : `${host}:${Number(port)}`;
}
