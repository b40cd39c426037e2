import { createClient } from '@instrument-panel/client';
import type { Environment } from '../platform.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import { Cache } from './cache.ts';
import { createMapping } from './mapping.ts';
import type { Service } from './service.ts';

/** The services of all proxies that somebody is signed in to. */
export class Services {
  readonly #environment: Environment;
  readonly #language: () => string;
  readonly #open = new Map<string, Service>();

  constructor(environment: Environment, language: () => string) {
    this.#environment = environment;
    this.#language = language;
  }

  /**
   * The service as whoever is signed in.
   *
   * @throws {TokenError} where a person has to sign in
   */
  async of(signIn: SignIn, signal: AbortSignal): Promise<Service> {
    const professionalId = await signIn.who(signal);
    const present = this.#open.get(signIn.proxy);
    if (present?.professionalId === professionalId) return present;
    const { fetch, now, elapsed } = this.#environment;
    const { proxy, tokens } = signIn;
    const options = { baseUrl: proxy, auth: tokens, fetch, locale: this.#language() };
    const made: Service = {
      proxy,
      professionalId,
      client: createClient(options),
      mapping: createMapping(createClient({ ...options, attempts: 1 })),
      cache: new Cache(elapsed),
      now,
    };
    this.#open.set(proxy, made);
    return made;
  }

  /** What is open of a proxy; null where nobody asked yet. */
  present(proxy: string): Service | null {
    return this.#open.get(proxy) ?? null;
  }

  /** Forgets all that was read over a proxy. */
  forget(proxy: string): void {
    this.#open.get(proxy)?.cache.clear();
    this.#open.delete(proxy);
  }

  /** Another language is spoken: clients are made anew at their next use. */
  clear(): void {
    for (const proxy of [...this.#open.keys()]) this.forget(proxy);
  }
}
