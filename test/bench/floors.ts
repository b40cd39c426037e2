/**
 * What a browser spends without any script of ours, as contenders beside the others: the finished tree of a panel, whose
 * answers more are changes of attributes and texts that were recorded before, and a box that follows the pointer.
 *
 * @module
 */
import type { Page } from '@playwright/test';
import type { Mount } from './contender.ts';

/** A node of the tree by its place in it, and what it gets: a text, or the attribute that is named. */
type Change = readonly [node: number, attribute: string | null, value: string];
interface Recorded {
  readonly html: string;
  readonly css: readonly string[];
  /** What each answer more changes. */
  readonly steps: readonly (readonly Change[])[];
}

/** Records a panel of `answers`, and `times` answers more, in a page that has its script. */
function record(page: Page, answers: number, times: number): Promise<Recorded> {
  return page.evaluate(
    async ([count, more]) => {
      await globalThis.sample('<instrument-panel>', count, 1);
      globalThis.prepare(count, more);
      const root = document.querySelector('instrument-panel')?.shadowRoot;
      if (!root) throw new Error('No panel is there to be recorded.');
      // What HTML has no words for is no node of the copy.
      const nodesOf = (node: Node): Node[] =>
        node.nodeValue === '' ? [] : [node, ...[...node.childNodes].flatMap(nodesOf)];
      const stateOf = () =>
        nodesOf(root).map((node) => ({
          text: node instanceof Text ? node.data : null,
          attributes: new Map(
            node instanceof Element ? [...node.attributes].map((one) => [one.name, one.value] as const) : [],
          ),
        }));
      const css = root.adoptedStyleSheets.map((sheet) =>
        [...sheet.cssRules].map((rule) => rule.cssText).join('\n'),
      );
      const html = root.innerHTML;
      const steps: Change[][] = [];
      let before = stateOf();
      for (let time = 0; time < more; time++) {
        await globalThis.append(count + time, 1);
        const after = stateOf();
        // An answer that brings another node with it is left out.
        if (after.length === before.length)
          steps.push(
            after.flatMap(({ text, attributes }, node): Change[] => {
              const last = before[node];
              if (text !== null) return text === last?.text ? [] : [[node, null, text]];
              return [...attributes].flatMap(([name, value]) =>
                value === last?.attributes.get(name) ? [] : [[node, name, value] as const],
              );
            }),
          );
        before = after;
      }
      await globalThis.clear();
      return { html, css, steps };
    },
    [answers, times] as const,
  );
}

/** Mounts copies of the tree. It runs in the page, and so may use nothing from around it. */
function treeOf({ html, css, steps }: Recorded): Mount {
  let made: { readonly template: HTMLTemplateElement; readonly sheets: CSSStyleSheet[] } | undefined;
  const make = () => {
    const template = document.createElement('template');
    template.innerHTML = html;
    const sheets = css.map((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      return sheet;
    });
    return { template, sheets };
  };
  return (host) => {
    made ??= make();
    const root = host.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = made.sheets;
    root.append(made.template.content.cloneNode(true));
    const nodesOf = (node: Node): Node[] => [node, ...[...node.childNodes].flatMap(nodesOf)];
    const nodes = nodesOf(root);
    let at = 0;
    return {
      end: () => root.host.remove(),
      append() {
        for (const [node, attribute, value] of steps[at++ % steps.length] ?? []) {
          const changed = nodes[node];
          if (attribute !== null) (changed as Element).setAttribute(attribute, value);
          else if (changed) changed.nodeValue = value;
        }
      },
    };
  };
}

/** Moves a box of its own layer with the pointer, and draws nothing else. It runs in the page. */
const box: Mount = (host) => {
  const place = host.appendChild(document.createElement('div'));
  place.style.cssText = 'position:relative;height:240px;overflow:clip';
  const mark = place.appendChild(document.createElement('div'));
  mark.style.cssText =
    'position:absolute;width:10px;height:10px;background:#000;will-change:transform;pointer-events:none';
  place.addEventListener('pointermove', ({ clientX }) => {
    mark.style.transform = `translate(${clientX}px,20px)`;
  });
  return { end: () => place.remove() };
};

/** Scripts of both by name, from a page with the panel's script, where a course of `answers` grows by up to `times`. */
export async function floorScripts(
  page: Page,
  answers: number,
  times: number,
): Promise<ReadonlyMap<string, string>> {
  const recorded = await record(page, answers, times);
  const script = (name: string, mount: string) =>
    `(globalThis.contenders ??= {})[${JSON.stringify(name)}] = ${mount};`;
  return new Map([
    ["panel's bare tree", script("panel's bare tree", `(${treeOf})(${JSON.stringify(recorded)})`)],
    ['moving box', script('moving box', `${box}`)],
  ]);
}
