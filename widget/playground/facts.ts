interface Described {
  readonly name: string;
  readonly description: string;
}

/** An element as its class's JSDoc describes it: what its controls are made from. */
export interface ElementFacts {
  readonly tagName: string;
  readonly attributes: readonly (Described & { readonly type: string })[];
  readonly events: readonly string[];
  readonly slots: readonly Described[];
  readonly tokens: readonly Described[];
}

/** What the page is told by its server before anything is shown. */
export interface Facts {
  readonly elements: readonly ElementFacts[];
  readonly themes: readonly { readonly name: string; readonly css: string }[];
  /** UUID of the professional as whom the sandbox is read. */
  readonly professionalId: string;
}

/** Asks the page's own server, once. */
export async function readFacts(): Promise<Facts> {
  const response = await fetch('/facts.json');
  if (!response.ok) throw new Error(`facts.json: ${response.status}`);
  return response.json() as Promise<Facts>;
}
