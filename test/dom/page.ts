/**
 * A page of a test without a browser, with the names of Playwright's: a test moves from one to the other with its
 * sentences and expected values as they are.
 *
 * @module
 */
import { expect, inject, vi } from 'vitest';
import { answerCourses } from './courses.ts';
import { isVisible, Locator, nameOf, textOf } from './locator.ts';
import { closeWindow, openWindow } from './window.ts';

interface Reply {
  status?: number;
  json?: unknown;
  contentType?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** A request that waits for its answer. */
export interface Route {
  request(): {
    url(): string;
    method(): string;
    headers(): Record<string, string>;
    postDataJSON(): ReturnType<typeof JSON.parse>;
  };
  fulfill(reply: Reply): Promise<void>;
  abort(code?: string): Promise<void>;
}

type Handler = (route: Route) => unknown;
interface Message {
  type(): string;
  text(): string;
}

const TYPES = { error: 'error', warn: 'warning', info: 'info', log: 'log', debug: 'debug' } as const;
// The clock of a test may be one that stands.
const { setTimeout: later } = globalThis;

export class Page {
  /** False for a page whose proxy is one before `POST /courses`. */
  servesCourses = true;
  readonly #routes: { pattern: RegExp; handler: Handler }[] = [];
  readonly #listeners: ((message: Message) => void)[] = [];
  readonly #inits: (() => void)[] = [];
  readonly #document = new Locator(() => [document]);

  /** Answers requests from now on, before what was said earlier. */
  async route(pattern: RegExp, handler: Handler): Promise<void> {
    this.#routes.unshift({ pattern, handler });
  }

  /** Opens a document with this markup, in which no module of the elements has run; keeps these events as `events`. */
  async open(url: string, html: string, types: readonly string[]): Promise<void> {
    vi.resetModules();
    await openWindow(url, html);
    this.#hearConsole();
    for (const run of this.#inits) run();
    const events: { type: string; detail: unknown }[] = [];
    for (const type of types)
      addEventListener(type, (event) => events.push({ type, detail: (event as CustomEvent).detail }));
    vi.stubGlobal('events', events);
    vi.stubGlobal('fetch', (input: string | URL | Request, init: RequestInit = {}) =>
      this.#fetch(new Request(new URL(input instanceof Request ? input.url : input, url), init)),
    );
  }

  async #fetch(request: Request): Promise<Response> {
    const body = request.body ? await request.text() : null;
    const { origin, pathname } = new URL(request.url);
    if (pathname === '/courses' && this.servesCourses) {
      const { headers, signal } = request;
      return answerCourses(JSON.parse(body ?? ''), (path) =>
        this.#fetch(new Request(origin + path, { headers, signal })),
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
    const route: Route = {
      request: () => ({
        url: () => request.url,
        method: () => request.method,
        headers: () => Object.fromEntries(request.headers),
        postDataJSON: () => JSON.parse(body ?? 'null'),
      }),
      async fulfill({ status = 200, json, contentType, headers, body: text }) {
        const type = contentType ?? (json === undefined ? 'text/plain' : 'application/json');
        const content = json === undefined ? (text ?? '') : JSON.stringify(json);
        const isEmpty = status === 204 || status === 304;
        resolve(
          new Response(isEmpty ? null : content, { status, headers: { 'content-type': type, ...headers } }),
        );
      },
      abort: async () => reject(new TypeError('Failed to fetch')),
    };
    const handler = this.#routes.find(({ pattern }) => pattern.test(request.url))?.handler;
    if (!handler) throw new Error(`No route for ${request.url}.`);
    Promise.resolve(handler(route)).catch(reject);
    return promise;
  }

  /** Hears what is said on the console, from the next page on. */
  on(_: 'console', listen: (message: Message) => void): void {
    this.#listeners.push(listen);
  }

  #hearConsole(): void {
    for (const [method, type] of Object.entries(TYPES)) {
      vi.spyOn(console, method as keyof typeof TYPES).mockImplementation((...said: unknown[]) => {
        const text = said
          .map((one) => (one instanceof Element ? `<${one.localName}>` : String(one)))
          .join(' ');
        for (const listen of this.#listeners) listen({ type: () => type, text: () => text });
      });
    }
  }

  readonly clock = {
    setFixedTime: async (time: string): Promise<void> => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
    },
    install: async ({ time }: { time?: Date } = {}): Promise<void> => {
      vi.useFakeTimers({ shouldAdvanceTime: true, ...(time ? { now: time } : {}) });
      // The platform's own is on no fake clock.
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
        const late = new AbortController();
        setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ms);
        return late.signal;
      });
    },
    /** Sets the clock, and lets no timer run for it. */
    setSystemTime: async (time: Date): Promise<void> => {
      vi.setSystemTime(time);
    },
    runFor: async (milliseconds: number): Promise<void> => {
      await vi.advanceTimersByTimeAsync(milliseconds);
    },
  };

  /** Runs something in each page from now on, before its markup is there. */
  async addInitScript<A>(run: (given: A) => void, given: A): Promise<void> {
    this.#inits.push(() => run(given));
  }

  /** Runs a script of the page, which is text. */
  run(script: string): void {
    // biome-ignore lint/security/noGlobalEval: the text is the test's own.
    globalThis.eval(script);
  }

  async evaluate<R, A>(run: (given: A) => R, given?: A): Promise<Awaited<R>> {
    return await run(given as A);
  }

  locator: Locator['locator'] = (...given) => this.#document.locator(...given);
  getByRole: Locator['getByRole'] = (...given) => this.#document.getByRole(...given);
  getByLabel: Locator['getByLabel'] = (...given) => this.#document.getByLabel(...given);
  getByText: Locator['getByText'] = (...given) => this.#document.getByText(...given);

  async close(): Promise<void> {
    vi.useRealTimers();
    globalThis.setTimeout = later;
    await closeWindow();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  }
}

type Wanted = string | RegExp;
const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const isIn = (text: string, wanted: Wanted): boolean =>
  typeof wanted === 'string' ? text.includes(spaced(wanted)) : wanted.test(text);
const isWhole = (text: string, wanted: Wanted): boolean =>
  typeof wanted === 'string' ? text === spaced(wanted) : wanted.test(text);

/** Texts of the elements against those that are wanted: of one element, or of as many as are listed. */
function compare(
  locator: Locator,
  wanted: Wanted | readonly Wanted[],
  isRight: (text: string, one: Wanted) => boolean,
  read = textOf as (element: Element) => string,
) {
  const texts = locator.now().map((element) => spaced(read(element)));
  const all = Array.isArray(wanted) ? (wanted as readonly Wanted[]) : [wanted as Wanted];
  const isMatching =
    texts.length === all.length && texts.every((text, index) => isRight(text, all[index] ?? ''));
  return { isMatching, found: texts };
}

const seen = (locator: Locator) => locator.now().some((element) => isVisible(element));

const LOOKS = {
  toHaveText: (locator: Locator, wanted: Wanted | readonly Wanted[]) => compare(locator, wanted, isWhole),
  toContainText: (locator: Locator, wanted: Wanted | readonly Wanted[]) => compare(locator, wanted, isIn),
  toHaveAccessibleName: (locator: Locator, wanted: Wanted) => compare(locator, wanted, isWhole, nameOf),
  toHaveAttribute: (locator: Locator, name: string, wanted: Wanted) =>
    compare(locator, wanted, isWhole, (element) => element.getAttribute(name) ?? '(none)'),
  toHaveClass: (locator: Locator, wanted: Wanted) =>
    compare(locator, wanted, isWhole, (element) => element.getAttribute('class') ?? ''),
  toHaveCount: (locator: Locator, count: number) => {
    const found = locator.now().length;
    return { isMatching: found === count, found };
  },
  toHaveValue: (locator: Locator, wanted: Wanted) =>
    compare(locator, wanted, isWhole, (element) => (element as HTMLInputElement).value),
  toBeChecked: (locator: Locator) => ({
    isMatching: locator.now().some((element) => (element as HTMLInputElement).checked),
    found: locator.now().length,
  }),
  toBeVisible: (locator: Locator) => ({ isMatching: seen(locator), found: locator.now().length }),
  toBeHidden: (locator: Locator) => ({ isMatching: !seen(locator), found: locator.now().length }),
};

declare module 'vitest' {
  interface Matchers<R, T> {
    toHaveText(wanted: Wanted | readonly Wanted[]): Promise<void>;
    toContainText(wanted: Wanted | readonly Wanted[]): Promise<void>;
    toHaveAccessibleName(wanted: Wanted): Promise<void>;
    toHaveAttribute(name: string, wanted: Wanted): Promise<void>;
    toHaveClass(wanted: Wanted): Promise<void>;
    toHaveCount(count: number): Promise<void>;
    toHaveValue(wanted: Wanted): Promise<void>;
    toBeChecked(): Promise<void>;
    toBeVisible(): Promise<void>;
    toBeHidden(): Promise<void>;
    toPass(): Promise<void>;
  }
}

const AGAIN_MS = 10;

/** Looks until what is found is what is wanted, or, with `not`, until it is not. */
async function until(isNot: boolean | undefined, look: () => { isMatching: boolean; found: unknown }) {
  for (const end = performance.now() + inject('waitTimeoutMs'); ; ) {
    const { isMatching, found } = look();
    if (isMatching !== Boolean(isNot) || performance.now() > end)
      return { pass: isMatching, message: () => `Found ${JSON.stringify(found)}.` };
    await new Promise((resolve) => later(resolve, AGAIN_MS));
  }
}

expect.extend({
  ...Object.fromEntries(
    Object.entries(LOOKS).map(([name, look]) => [
      name,
      function (this: { isNot?: boolean }, locator: Locator, ...wanted: unknown[]) {
        const run = look as (locator: Locator, ...wanted: unknown[]) => ReturnType<typeof look>;
        return until(this.isNot, () => run(locator, ...wanted));
      },
    ]),
  ),
  async toPass(this: { isNot?: boolean }, run: () => Promise<void>) {
    for (const end = performance.now() + inject('waitTimeoutMs'); ; ) {
      const failure = await run().then(
        () => null,
        (error: unknown) => String(error),
      );
      if (failure === null || performance.now() > end)
        return { pass: failure === null, message: () => failure ?? '' };
      await new Promise((resolve) => later(resolve, AGAIN_MS));
    }
  },
});
