/** The widget's bundle, in so far as the chart uses it. */
declare module '*/assets/instrument-panel.js' {
  export interface TokenRequest {
    readonly signal: AbortSignal;
    readonly scope: { readonly patientId?: string; readonly actions: readonly string[] };
  }
  export function configure(options: {
    readonly baseUrl: string;
    readonly fetchToken: (request: TokenRequest) => Promise<unknown>;
    readonly batteries: readonly { readonly name: string; readonly instruments: readonly string[] }[];
  }): void;
  export function logout(): void;
}
