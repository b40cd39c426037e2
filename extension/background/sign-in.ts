import { createTokenSource, type TokenSource } from '@instrument-panel/client';
import * as z from 'zod/mini';
import type { SignInState } from '../intents/protocol.ts';
import { authorize, SignInError } from './authorize.ts';
import type { BackgroundDependencies } from './dependencies.ts';
import { proxyAddress } from './profiles/document.ts';
import { Refused } from './refusals.ts';

/** A sign-in in `storage.session`: in memory, for this session of the browser, for our own pages only. */
const StoredToken = z.object({
  token: z.string(),
  professionalId: z.guid(),
  /** Milliseconds since the epoch: when it was asked for, and when it ends. */
  from: z.number(),
  until: z.number(),
});
type StoredToken = z.infer<typeof StoredToken>;

/** Milliseconds between two silent attempts where a person is needed. */
const SILENT_RETRY_MS = 120_000;
/** Milliseconds; a kept token with less left is not used again. */
const TOKEN_LEFT_MIN_MS = 20_000;

export class SignIn {
  readonly proxy: string;
  readonly #background: BackgroundDependencies;
  /** Keys in the session of the browser. */
  readonly #keys: Readonly<Record<'token' | 'out' | 'last' | 'signing', string>>;
  #state: SignInState = 'signed-out';
  #professionalId: string | null = null;
  /** UUID of who was signed in last, also after the token's end and a stop of the background; null after a sign-out. */
  #last: string | null = null;
  /** Counts the person's own sign-ins and sign-outs: a silent attempt that began before one of them must not undo it. */
  #turn = 0;
  #until: number | null = null;
  #source = this.#newSource();
  /** Milliseconds of `elapsed`: no silent attempt before, since the last one needed a person. */
  #silentFrom = 0;
  #flight: Promise<'signed-in' | 'cancelled'> | null = null;
  readonly tokens: TokenSource = { get: (reason, signal) => this.#source.get(reason, signal) };

  /** @param proxy address as `proxyAddress` gives it */
  constructor(proxy: string, background: BackgroundDependencies) {
    this.proxy = proxy;
    this.#background = background;
    this.#keys = {
      token: `token:${proxy}`,
      /** The person signed out here: nothing signs in again but they. */
      out: `out:${proxy}`,
      /** The professional who was signed in last, until they sign out. */
      last: `last:${proxy}`,
      signing: `signing:${proxy}`,
    };
  }

  get state(): SignInState {
    return this.#state;
  }

  get professionalId(): string | null {
    return this.#state === 'signed-in' ? this.#professionalId : null;
  }

  /** Milliseconds since the epoch at which the sign-in ends unless it is renewed; null if signed out. */
  get until(): number | null {
    return this.#state === 'signed-in' ? this.#until : null;
  }

  /** Who is signed in, silently again after a restart. Throws a TokenError where a person is needed. */
  async who(signal: AbortSignal): Promise<string> {
    if (this.professionalId === null) await this.#source.get('initial', signal);
    if (this.#professionalId === null) throw new Refused('signed-out');
    return this.#professionalId;
  }

  /** Keeps the token renewed ahead of its end, while something listens. */
  retain(): () => void {
    return this.#source.retain();
  }

  /** Resumes after a stop of the background. Returns who was signed in last, even without a token; null for none. */
  async restore(): Promise<string | null> {
    const { last, out, signing } = this.#keys;
    const [kept, all] = await Promise.all([this.#kept(), this.#session.get([signing, last])]);
    const wasOpen = all[signing] === true;
    if (typeof all[last] === 'string') this.#last ??= all[last];
    // The person asked to be signed in: what came of the window is found out without a word, or by asking again.
    if (wasOpen) await this.#session.remove([signing, out]);
    if (this.#state !== 'signed-out') return this.#last;
    if (kept) this.#become('signed-in', kept.professionalId);
    else if (wasOpen) this.#become('interrupted', null);
    return this.#last;
  }

  /** A window was closed, perhaps that of a sign-in cut off: tries silently; a failure loses nothing. */
  async resume(): Promise<void> {
    if (this.#state !== 'interrupted') return;
    await this.#source.get('initial', new AbortController().signal).catch(() => {
      this.#silentFrom = 0;
    });
  }

  /** Opens the sign-in window, once for all who ask meanwhile. Throws {@link SignInError} `unavailable`. */
  signIn(): Promise<'signed-in' | 'cancelled'> {
    this.#flight ??= this.#signIn().finally(() => {
      this.#flight = null;
    });
    return this.#flight;
  }

  async #signIn(): Promise<'signed-in' | 'cancelled'> {
    const before = this.#state;
    this.#become('signing-in', this.#professionalId);
    const { out, signing } = this.#keys;
    try {
      await this.#session.set({ [signing]: true });
      const granted = await this.#authorize(true, () => this.#turn++);
      this.#renewSource();
      this.#silentFrom = 0;
      await this.#session.remove(out);
      this.#become('signed-in', granted.professionalId);
      return 'signed-in';
    } catch (error) {
      const isCancelled = error instanceof SignInError && error.why === 'cancelled';
      this.#become(isCancelled && before !== 'signing-in' ? before : 'unavailable', this.#professionalId);
      if (isCancelled) return 'cancelled';
      throw error;
    } finally {
      await this.#session.remove(signing);
    }
  }

  /** Forgets the token, here and in the session of the browser, and ends all that is under way with it. */
  async signOut(): Promise<void> {
    this.#turn++;
    this.#renewSource();
    this.#last = null;
    const { token, last, out } = this.#keys;
    await Promise.all([this.#session.remove([token, last]), this.#session.set({ [out]: true })]);
    this.#become('signed-out', null);
  }

  get #session() {
    return this.#background.platform.storage.session;
  }

  #become(state: SignInState, professionalId: string | null): void {
    const isSame = state === this.#state && professionalId === this.#professionalId;
    this.#state = state;
    this.#professionalId = professionalId;
    if (!isSame) this.#background.signInChanged(this.proxy);
  }

  #newSource() {
    return createTokenSource<null>(async ({ reason }) => {
      if (reason === 'rejected') this.#background.tokenRejected(this.proxy);
      return this.#fetchToken(reason).catch((error: unknown) => {
        // Nobody is asked to sign in where only the proxy did not answer.
        throw error instanceof SignInError && error.why === 'unavailable' ? new Refused('service') : error;
      });
    }, null);
  }

  #renewSource(): void {
    this.#source.stop();
    this.#source = this.#newSource();
  }

  /** A token: the kept one, or a new one without a word to the person. */
  async #fetchToken(reason: 'initial' | 'expiring' | 'rejected') {
    const { environment } = this.#background;
    const turn = this.#turn;
    const mustBeSameTurn = (): void => {
      if (turn !== this.#turn) throw new SignInError('needs-person');
    };
    if (reason === 'initial') {
      const kept = await this.#kept();
      mustBeSameTurn();
      if (kept) {
        this.#become('signed-in', kept.professionalId);
        return { token: kept.token, expiresIn: (kept.until - environment.now()) / 1_000 };
      }
    }
    const { out, token } = this.#keys;
    const isOut = (await this.#session.get(out))[out] === true;
    if (isOut || environment.elapsed() < this.#silentFrom) throw new SignInError('needs-person');
    try {
      const granted = await this.#authorize(false, ({ professionalId }) => {
        mustBeSameTurn();
        // Another person has signed in at the EHR meanwhile: the displayed data are another professional's.
        if (this.#last !== null && this.#last !== professionalId) throw new SignInError('needs-person');
      });
      mustBeSameTurn();
      this.#become('signed-in', granted.professionalId);
      return granted;
    } catch (error) {
      if (turn !== this.#turn) throw error;
      const needsPerson = error instanceof SignInError && error.why !== 'unavailable';
      if (needsPerson) {
        this.#silentFrom = environment.elapsed() + SILENT_RETRY_MS;
        await this.#session.remove(token);
      }
      // Who was never signed in is not told that a sign-in has ended.
      const wasIn = this.#state !== 'signed-out' && this.#state !== 'interrupted';
      if (needsPerson && wasIn) this.#become('ended', this.#professionalId);
      throw error;
    }
  }

  /** Asks the proxy for a token and keeps it, unless `check` throws. */
  async #authorize(interactive: boolean, check: (granted: { professionalId: string }) => unknown) {
    const { platform, environment } = this.#background;
    const from = environment.now();
    const granted = await authorize(platform, environment, this.proxy, interactive);
    check(granted);
    const { token, expiresIn, professionalId } = granted;
    const kept: StoredToken = { token, professionalId, from, until: from + expiresIn * 1_000 };
    this.#until = kept.until;
    this.#last = professionalId;
    await this.#session.set({ [this.#keys.token]: kept, [this.#keys.last]: professionalId });
    return granted;
  }

  async #kept(): Promise<StoredToken | null> {
    const { token } = this.#keys;
    const { data } = StoredToken.safeParse((await this.#session.get(token))[token]);
    const now = this.#background.environment.now();
    // A clock that was set back says nothing of how much is left.
    if (!data || now < data.from || data.until - now <= TOKEN_LEFT_MIN_MS) return null;
    this.#until = data.until;
    return data;
  }
}

export class SignIns {
  readonly #background: BackgroundDependencies;
  readonly #all = new Map<string, SignIn>();

  constructor(background: BackgroundDependencies) {
    this.#background = background;
  }

  /** @throws {Refused} `invalid` if it is not the address of a proxy */
  at(given: string): SignIn {
    const proxy = proxyAddress(given);
    const present = this.#all.get(proxy) ?? new SignIn(proxy, this.#background);
    this.#all.set(proxy, present);
    return present;
  }

  get all(): readonly SignIn[] {
    return [...this.#all.values()];
  }
}
