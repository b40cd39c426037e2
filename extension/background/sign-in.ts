import type { TokenSource } from '@instrument-panel/client';
import { createTokenSource, type ScopedTokenSource } from '@instrument-panel/client';
import * as z from 'zod/mini';
import type { SignInState } from '../intents/protocol.ts';
import { authorize, type Granted, SignInError } from './authorize.ts';
import type { Environment, Platform } from './platform.ts';
import { proxyAddress } from './profiles/document.ts';
import { Refused } from './requests.ts';

/** A sign-in in `storage.session`: in memory, for this session of the browser, for our own pages only. */
const StoredToken = z.object({
  token: z.string(),
  professionalId: z.guid(),
  /** Milliseconds since the epoch: when it was asked for, and when it ends. */
  from: z.number(),
  until: z.number(),
});
type StoredToken = z.infer<typeof StoredToken>;

const keyOf = (proxy: string): string => `token:${proxy}`;
/** The person signed out here: nothing signs in again but they. */
const outOf = (proxy: string): string => `out:${proxy}`;
/** Key of the professional who was signed in last, until they sign out. */
const lastOf = (proxy: string): string => `last:${proxy}`;
/** The sign-in window is open. */
const openOf = (proxy: string): string => `signing:${proxy}`;
/** Milliseconds between two silent attempts where a person is needed. */
const SILENT_RETRY_MS = 120_000;
/** Milliseconds; a kept token with less left is not used again. */
const TOKEN_LEFT_MIN_MS = 20_000;

/** The sign-in at one proxy. */
export class SignIn {
  readonly proxy: string;
  readonly #platform: Platform;
  readonly #environment: Environment;
  readonly #changed: () => void;
  #state: SignInState = 'signed-out';
  #professionalId: string | null = null;
  /** UUID of who was signed in last, also after the token's end and a stop of the background; null after a sign-out. */
  #last: string | null = null;
  /** Counts what a person did: nothing that was asked for without a word before takes that back. */
  #turn = 0;
  #until: number | null = null;
  #source: ScopedTokenSource;
  /** Result of an interactive sign-in that no call has used yet. */
  #fresh: { readonly granted: Granted; readonly at: number } | null = null;
  /** Milliseconds of `elapsed`: no silent attempt before, since the last one needed a person. */
  #silentFrom = 0;
  #flight: Promise<'signed-in' | 'cancelled'> | null = null;

  /** @param proxy address as `proxyAddress` gives it */
  constructor(proxy: string, platform: Platform, environment: Environment, changed: () => void) {
    this.proxy = proxy;
    this.#platform = platform;
    this.#environment = environment;
    this.#changed = changed;
    this.#source = this.#newSource();
  }

  get state(): SignInState {
    return this.#state;
  }

  /** UUID of the professional; null while nobody is signed in. */
  get professionalId(): string | null {
    return this.#state === 'signed-in' ? this.#professionalId : null;
  }

  /** Milliseconds since the epoch at which the sign-in ends unless it is renewed; null where nobody is signed in. */
  get until(): number | null {
    return this.#state === 'signed-in' ? this.#until : null;
  }

  /** Token source for the client. */
  get tokens(): TokenSource {
    return { get: (reason, signal) => this.#source.get(reason, signal) };
  }

  /**
   * Who is signed in; tries to be so without a word where nobody is, as after a restart of the browser.
   *
   * @throws {TokenError} where a person is needed
   */
  async who(signal: AbortSignal): Promise<string> {
    if (this.professionalId === null) await this.#source.get('initial', signal);
    if (this.#professionalId === null) throw new Refused('signed-out');
    return this.#professionalId;
  }

  /** Keeps the token renewed ahead of its end, while something listens. */
  retain(): () => void {
    return this.#source.retain();
  }

  /**
   * Goes on with what the session of the browser holds, after the background was stopped.
   *
   * @returns who was signed in last, by UUID, whether their token still holds or not; null for nobody
   */
  async restore(): Promise<string | null> {
    const { session } = this.#platform.storage;
    const [open, last] = [openOf(this.proxy), lastOf(this.proxy)];
    const [kept, all] = await Promise.all([this.#kept(), session.get([open, last])]);
    const wasOpen = all[open] === true;
    if (typeof all[last] === 'string') this.#last ??= all[last];
    // The person asked to be signed in: what came of the window is found out without a word, or by asking again.
    if (wasOpen) await session.remove([open, outOf(this.proxy)]);
    if (this.#state !== 'signed-out') return this.#last;
    if (kept) this.#become('signed-in', kept.professionalId);
    else if (wasOpen) this.#become('interrupted', null);
    return this.#last;
  }

  /**
   * A window was closed, which may be that of a sign-in that was cut off: whoever had gone through it is signed in
   * without a word. Where that does not do, nothing is lost: what is asked for next tries as if this had not.
   */
  async resume(): Promise<void> {
    if (this.#state !== 'interrupted') return;
    await this.#source.get('initial', new AbortController().signal).catch(() => {
      this.#silentFrom = 0;
    });
  }

  /**
   * Opens the browser's sign-in window; who asks while it is open waits for the same.
   *
   * @throws {SignInError} `unavailable`
   */
  signIn(): Promise<'signed-in' | 'cancelled'> {
    this.#flight ??= this.#signIn().finally(() => {
      this.#flight = null;
    });
    return this.#flight;
  }

  async #signIn(): Promise<'signed-in' | 'cancelled'> {
    const before = this.#state;
    this.#become('signing-in', this.#professionalId);
    const at = this.#environment.now();
    const { session } = this.#platform.storage;
    try {
      await session.set({ [openOf(this.proxy)]: true });
      const granted = await authorize(this.#platform, this.#environment, this.proxy, true);
      this.#turn++;
      await this.#keep(granted, at);
      this.#source.stop();
      this.#source = this.#newSource();
      this.#fresh = { granted, at };
      this.#silentFrom = 0;
      await session.remove(outOf(this.proxy));
      this.#become('signed-in', granted.professionalId);
      return 'signed-in';
    } catch (error) {
      const isCancelled = error instanceof SignInError && error.why === 'cancelled';
      this.#become(isCancelled && before !== 'signing-in' ? before : 'unavailable', this.#professionalId);
      if (isCancelled) return 'cancelled';
      throw error;
    } finally {
      await session.remove(openOf(this.proxy));
    }
  }

  /** Forgets the token, here and in the session of the browser, and ends all that is under way with it. */
  async signOut(): Promise<void> {
    this.#turn++;
    this.#source.stop();
    this.#source = this.#newSource();
    this.#fresh = null;
    this.#last = null;
    const { session } = this.#platform.storage;
    await Promise.all([
      session.remove([keyOf(this.proxy), lastOf(this.proxy)]),
      session.set({ [outOf(this.proxy)]: true }),
    ]);
    this.#become('signed-out', null);
  }

  #become(state: SignInState, professionalId: string | null): void {
    const isSame = state === this.#state && professionalId === this.#professionalId;
    this.#state = state;
    this.#professionalId = professionalId;
    if (!isSame) this.#changed();
  }

  #newSource(): ScopedTokenSource {
    return createTokenSource<null>(async ({ reason }) => this.#fetchToken(reason), null);
  }

  /** A token: the one that was just brought, the kept one, or a new one without a word to the person. */
  async #fetchToken(reason: 'initial' | 'expiring' | 'rejected') {
    const turn = this.#turn;
    const mustBeSameTurn = (): void => {
      if (turn !== this.#turn) throw new SignInError('needs-person');
    };
    const fresh = this.#fresh;
    this.#fresh = null;
    if (fresh && reason !== 'rejected') {
      const spent = (this.#environment.now() - fresh.at) / 1_000;
      return { token: fresh.granted.token, expiresIn: fresh.granted.expiresIn - spent };
    }
    if (reason === 'initial') {
      const kept = await this.#kept();
      mustBeSameTurn();
      if (kept) {
        this.#become('signed-in', kept.professionalId);
        return { token: kept.token, expiresIn: (kept.until - this.#environment.now()) / 1_000 };
      }
    }
    const out = outOf(this.proxy);
    const isOut = (await this.#platform.storage.session.get(out))[out] === true;
    if (isOut || this.#environment.elapsed() < this.#silentFrom) throw new SignInError('needs-person');
    const at = this.#environment.now();
    try {
      const granted = await authorize(this.#platform, this.#environment, this.proxy, false);
      mustBeSameTurn();
      // Somebody else has signed in at the EHR meanwhile: what is shown is of another professional.
      const isOther = this.#last !== null && this.#last !== granted.professionalId;
      if (isOther) throw new SignInError('needs-person');
      await this.#keep(granted, at);
      mustBeSameTurn();
      this.#become('signed-in', granted.professionalId);
      return granted;
    } catch (error) {
      if (turn !== this.#turn) throw error;
      const needsPerson = error instanceof SignInError && error.why !== 'unavailable';
      if (needsPerson) {
        this.#silentFrom = this.#environment.elapsed() + SILENT_RETRY_MS;
        await this.#platform.storage.session.remove(keyOf(this.proxy));
      }
      // A sign-in that never was cannot have ended.
      const wasIn = this.#state !== 'signed-out' && this.#state !== 'interrupted';
      if (needsPerson && wasIn) this.#become('ended', this.#professionalId);
      throw error;
    }
  }

  async #keep({ token, expiresIn, professionalId }: Granted, at: number): Promise<void> {
    const kept: StoredToken = { token, professionalId, from: at, until: at + expiresIn * 1_000 };
    this.#until = kept.until;
    this.#last = professionalId;
    const { session } = this.#platform.storage;
    await session.set({ [keyOf(this.proxy)]: kept, [lastOf(this.proxy)]: professionalId });
  }

  async #kept(): Promise<StoredToken | null> {
    const key = keyOf(this.proxy);
    const { data } = StoredToken.safeParse((await this.#platform.storage.session.get(key))[key]);
    const now = this.#environment.now();
    // A clock that was set back says nothing of how much is left.
    const isGood = data && now >= data.from && data.until - now > TOKEN_LEFT_MIN_MS;
    if (isGood) this.#until = data.until;
    return isGood ? data : null;
  }
}

/** The sign-ins of all proxies. */
export class SignIns {
  readonly #make: (proxy: string) => SignIn;
  readonly #all = new Map<string, SignIn>();

  constructor(platform: Platform, environment: Environment, changed: (signIn: SignIn) => void) {
    this.#make = (proxy) => {
      const made: SignIn = new SignIn(proxy, platform, environment, () => changed(made));
      return made;
    };
  }

  /** @throws {Refused} `invalid` if it is not the address of a proxy */
  at(given: string): SignIn {
    const proxy = proxyAddress(given);
    const present = this.#all.get(proxy) ?? this.#make(proxy);
    this.#all.set(proxy, present);
    return present;
  }

  get all(): readonly SignIn[] {
    return [...this.#all.values()];
  }
}
