import { createProxy, type Proxy as SigningProxy } from '@instrument-panel/proxy';
import options from '../proxy.config.ts';

let proxy: SigningProxy | undefined;

/**
 * One proxy for all requests, made by the first: `next build` loads route files without the environment. It stands in
 * no file of the name `proxy.ts`, which Next takes for its own.
 */
export function panel(): SigningProxy {
  proxy ??= createProxy(options());
  return proxy;
}
