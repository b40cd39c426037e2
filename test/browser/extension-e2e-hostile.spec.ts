import type { Page } from '@playwright/test';
import { type ExtensionApi, workerOf } from '../extension/browser.ts';
import { ownStrings } from '../extension/calibrate.ts';
import { expect, people, settled, test } from '../extension/fixture.ts';

/** How many applications the service has of a patient. */
async function applications(page: Page, ehr: string, id: string): Promise<number> {
  const chart = await (await page.request.get(`${ehr}/patients/${id}`)).text();
  return chart.split('<tr role="row" class="').length - 1;
}

test('a page cannot click for a person, nor have one click on what they do not see', async ({
  page,
  stack,
  truth,
}) => {
  test.setTimeout(120_000);
  const { id } = await truth.patient('Patrícia', 'Gomes');
  const [patricia] = await people(page, stack, ['Patrícia Gomes']);
  const before = await applications(page, stack.urls.ehr, id);
  await page.goto(`${stack.urls.ehr}/spa/patients/${patricia?.record}`);
  await settled(page);

  // Everything that a script can do to every button, though it could not even reach them in a closed root.
  const clickAll = () =>
    page.evaluate(() => {
      const all = (root: ParentNode): Element[] =>
        [...root.querySelectorAll('*')].flatMap((one) => [
          one,
          ...(one.shadowRoot ? all(one.shadowRoot) : []),
        ]);
      const inOurs = all(document).filter((one) => one.getRootNode() instanceof ShadowRoot);
      for (const element of inOurs) {
        if (!element.matches('button, a[href], input')) continue;
        (element as HTMLElement).click();
        for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
          element.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, cancelable: true }));
        for (const key of ['Enter', ' '])
          element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
      }
      return inOurs.length;
    });
  expect(await clickAll()).toBeGreaterThan(10);
  await expect(page.getByRole('button', { name: 'Send questionnaire' })).toBeVisible();
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('button', { name: 'Send PHQ-15', exact: true }).click();
  const confirm = page.getByRole('button', { name: 'Send PHQ-15 to Patrícia Gomes' });
  await expect(confirm).toBeVisible();
  await clickAll();
  expect(await applications(page, stack.urls.ehr, id)).toBe(before);

  // Covered by something that lets clicks through, then see-through: a person's own click, on what they do not see.
  for (const trick of ['covered', 'see-through'] as const) {
    await page.evaluate((how) => {
      const cover = document.createElement('div');
      cover.id = 'trick';
      if (how === 'covered') {
        // What is opened over the page is in the top layer too.
        cover.style.cssText = 'inset:0;width:auto;height:auto;background:#fff;pointer-events:none';
        cover.popover = 'manual';
        document.body.append(cover);
        cover.showPopover();
      } else {
        const tab = document.getElementById('tab-slot');
        if (tab) tab.style.opacity = '0.01';
      }
    }, trick);
    if (!(await confirm.isVisible())) {
      await page.reload();
      break;
    }
    const box = await confirm.boundingBox();
    await page.mouse.move(5, 5);
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await page.waitForTimeout(1_800);
    expect(await applications(page, stack.urls.ehr, id), trick).toBe(before);
    await page.evaluate(() => {
      document.getElementById('trick')?.remove();
      const tab = document.getElementById('tab-slot');
      if (tab) tab.style.opacity = '';
    });
  }

  // And the same click counts once it is seen.
  await expect(confirm).toBeVisible();
  await page.waitForTimeout(600);
  await confirm.click();
  await expect(page.getByText('PHQ-15 was sent to Patrícia Gomes.')).toBeVisible();
  expect(await applications(page, stack.urls.ehr, id)).toBe(before + 1);
});

test('a page that reads whatever it can reach learns nothing, and forged words change nothing', async ({
  page,
  context,
  stack,
}) => {
  test.setTimeout(120_000);
  const [camila, daniel] = await people(page, stack, ['Camila Rocha', 'Daniel Azevedo']);
  // Whatever a page's own world can be tampered with, before anything of ours runs.
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const note = (value: unknown): void => {
      try {
        heard.push(typeof value === 'string' ? value : JSON.stringify(value));
      } catch {
        heard.push(String(value));
      }
    };
    for (const [owner, name] of [
      [Element.prototype, 'attachShadow'],
      [Node.prototype, 'appendChild'],
      [JSON, 'stringify'],
      [Array.prototype, 'push'],
      [EventTarget.prototype, 'dispatchEvent'],
    ] as const) {
      const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
      Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
        if (name !== 'push' && name !== 'stringify')
          note(args.map((one) => (one instanceof Node ? one.textContent : one)));
        return Reflect.apply(original, this, args);
      });
    }
    for (const type of ['keydown', 'input', 'click', 'message', 'focusin', 'copy'])
      addEventListener(
        type,
        (event) => note([type, (event as KeyboardEvent).key, (event as MessageEvent).data]),
        true,
      );
    new MutationObserver((records) => {
      for (const { addedNodes, attributeName, target } of records) {
        for (const node of addedNodes) note(node instanceof Element ? node.outerHTML : node.textContent);
        if (attributeName) note((target as Element).getAttribute(attributeName));
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await page.goto(`${stack.urls.ehr}/spa/patients/${camila?.record}`);
  await settled(page);
  const ours = (await ownStrings(page)).filter((text) => /range|higher|lower|of \d+$/.test(text));
  expect(ours.length).toBeGreaterThan(1);
  await page.getByRole('button', { name: /Show scores/ }).click();
  await page.getByRole('button', { name: 'PHQ-9', exact: true }).click();
  const forged = await page.evaluate(async (other) => {
    const said = (globalThis as unknown as { heard: string[] }).heard;
    for (const message of [
      { type: 'rules', rules: null },
      {
        type: 'context',
        version: 1,
        mounts: true,
        context: {
          state: 'known',
          epoch: crypto.randomUUID(),
          identity: { keys: [{ system: 'record', value: other }] },
        },
      },
      { type: 'ask', id: 1, epoch: null, intent: 'chart.read', input: {} },
    ])
      postMessage(message, '*');
    await new Promise((done) => setTimeout(done, 500));
    const everything = [document.documentElement.outerHTML, ...said].join('\n');
    const resources = performance.getEntriesByType('resource').map(({ name }) => name);
    const storage = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
    return { everything, resources, storage, title: document.title };
  }, daniel?.record ?? '');
  for (const text of ours) expect(forged.everything).not.toContain(text);
  expect(forged.everything).not.toContain('Daniel');
  expect(forged.resources.filter((name) => name.startsWith(stack.urls.proxy))).toEqual([]);
  expect(forged.storage).not.toMatch(/eyJ|token/i);
  await settled(page);

  const worker = await workerOf(context);
  const session = await worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: ExtensionApi };
    return JSON.stringify(await chrome.storage.session.get(null));
  });
  const [token] = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(session) ?? [];
  expect(token).toBeDefined();
  expect(forged.everything).not.toContain(token);
  const local = await worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: ExtensionApi };
    return JSON.stringify(await chrome.storage.local.get(null));
  });
  expect(local).not.toMatch(/eyJ|Camila|Rocha/);
});

test('whatever a page does to our element in it, nobody else’s is shown, and a frame with a borrowed address says nothing alone', {
  tag: '@long',
}, async ({ page, stack }) => {
  test.setTimeout(120_000);
  const [camila, daniel] = await people(page, stack, ['Camila Rocha', 'Daniel Azevedo']);
  await page.goto(`${stack.urls.ehr}/spa/patients/${camila?.record}`);
  await settled(page);
  for (const deed of ['clone', 'move', 'remove', 'replace'] as const) {
    await page.evaluate((how) => {
      const place = document.getElementById('scores-place');
      const host = place?.firstElementChild;
      if (!host) return;
      if (how === 'clone') host.after(host.cloneNode(true));
      if (how === 'move') document.body.prepend(host);
      if (how === 'remove') host.remove();
      if (how === 'replace') host.replaceWith(document.createElement('span'));
    }, deed);
    await page.waitForTimeout(300);
    expect((await ownStrings(page)).join('\n'), deed).not.toContain('Daniel');
  }
  // A frame of the page's own that names somebody else: the page is not clear any more.
  await page.goto(`${stack.urls.ehr}/framed`);
  const navigation = page.frameLocator('[name=navigation]');
  await navigation.getByRole('link', { name: 'Camila Rocha' }).click();
  const chart = page.frameLocator('[name=chart]');
  await expect(chart.getByText(/Camila Rocha, born/)).toBeVisible({ timeout: 15_000 });
  await page.evaluate((record) => {
    const frame = document.createElement('iframe');
    frame.style.cssText = 'width:400px;height:200px';
    frame.src = `/framed/header?patient=${record}`;
    document.getElementById('frames')?.append(frame);
  }, daniel?.record);
  await expect(chart.getByText(/Camila Rocha, born/)).toHaveCount(0);
  await page.waitForTimeout(1_500);
  await expect(chart.getByText(/Camila Rocha, born|Daniel Azevedo, born/)).toHaveCount(0);
});
