/** Who raises a code. `operation` is the proxy towards its operator: at start, in a command, in its log. */
export type RaisedBy = 'service' | 'proxy' | 'client' | 'elements' | 'operation';

/** What a code means to the developer who meets it: who raises it, why, and what to do. Never about a patient. */
export type ErrorEntry = readonly [raisedBy: readonly RaisedBy[], cause: string, remedy: string];

/** The entries of some codes. */
export type ErrorEntries = Readonly<Record<string, ErrorEntry>>;
