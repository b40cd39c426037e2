import { createTemplate, h } from '@instrument-panel/shared/ui/dom';

/** A named part: its id finds it inside the shadow root, its `part` lets the host page style it. */
const part = (tag: keyof HTMLElementTagNameMap, name: string, ...children: (Node | string)[]) =>
  h(tag, { id: name, part: name }, ...children);

const span = (id: string) => h('span', { id });
const slot = (name: string) => h('slot', { name }, span(`${name}-text`));
const retry = () => h('button', { part: 'retry', type: 'button' });

/** The panel's whole tree, empty; every state shows and hides its places. */
export const panelTemplate = createTemplate(() =>
  part(
    'div',
    'panel',
    part('p', 'risk', h('strong', { id: 'risk-text' })),
    part('div', 'header', h('div', { id: 'title', part: 'title', role: 'heading' }, slot('title'))),
    part(
      'div',
      'headline',
      part('p', 'unread'),
      part('p', 'score', h('b', { id: 'value' }), ' ', span('max')),
      part('p', 'classification', h('i', { id: 'swatch' }), span('range')),
      part('p', 'date'),
      part('p', 'changes'),
    ),
    h(
      'div',
      { id: 'plot' },
      h('div', { id: 'graph', part: 'graph', role: 'application', tabindex: '0' }),
      part('div', 'stale', span('stale-text'), retry()),
    ),
    part('p', 'notes'),
    part('details', 'table', h('summary', { id: 'summary', part: 'summary' })),
    part('div', 'message', slot('empty'), slot('error'), retry()),
    h('div', { id: 'wait' }, slot('loading')),
    part('div', 'footer', span('read'), h('slot', { name: 'footer' })),
    h('p', { id: 'live', class: 'visually-hidden', role: 'status' }),
  ),
);
