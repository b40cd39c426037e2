import { type BrowserContext, type CDPSession, expect } from '@playwright/test';

/** Empty where none stands open. */
async function targetOf(session: CDPSession): Promise<string> {
  const { targetInfos } = await session.send('Target.getTargets');
  return targetInfos.find(({ url }) => url.endsWith('/sidepanel.html'))?.targetId ?? '';
}

/** The browser's own side panel. Playwright gives no page for it, so it is spoken to in the browser's protocol. */
export class SidePanel {
  readonly #session: CDPSession;
  readonly #targetId: string;
  readonly #sessionId: string;
  #asked = 0;

  private constructor(session: CDPSession, targetId: string, sessionId: string) {
    this.#session = session;
    this.#targetId = targetId;
    this.#sessionId = sessionId;
  }

  /** The side panel that a click opens: waits until it stands. */
  static async opened(context: BrowserContext): Promise<SidePanel> {
    const session = await context.browser()?.newBrowserCDPSession();
    if (!session) throw new Error('The browser is not there.');
    let targetId = '';
    const find = async (): Promise<string> => (targetId = await targetOf(session));
    await expect.poll(find, 'the side panel is open').not.toBe('');
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    return new SidePanel(session, targetId, sessionId);
  }

  /** All that it says. */
  async text(): Promise<string> {
    const id = ++this.#asked;
    const answered = new Promise<string>((resolve) => {
      this.#session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
        const answer = JSON.parse(message) as { id?: number; result?: { result?: { value?: unknown } } };
        if (sessionId === this.#sessionId && answer.id === id) resolve(String(answer.result?.result?.value));
      });
    });
    const params = { expression: 'document.body.innerText', returnByValue: true };
    const message = JSON.stringify({ id, method: 'Runtime.evaluate', params });
    await this.#session.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    return answered;
  }

  async close(): Promise<void> {
    await this.#session.send('Target.closeTarget', { targetId: this.#targetId });
    await this.#session.detach();
  }
}
