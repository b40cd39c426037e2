import type { Endpoint } from '../endpoint.ts';
import * as declared from './index.ts';

/** Every endpoint, for what reads the whole contract: the proxy's routes, the sandbox's, the OpenAPI document. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(declared);
