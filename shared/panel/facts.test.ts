import { parseHTML } from 'linkedom';
import { afterEach, expect, it, vi } from 'vitest';
import { findPart, h, writeText } from '../ui/dom.ts';
import { replaceFacts } from './facts.ts';

afterEach(() => vi.unstubAllGlobals());

it('keeps a fact that was opened while the same is said, and replaces it with another', () => {
  const { document } = parseHTML('<div id="changes"></div>');
  vi.stubGlobal('document', document);
  const root = document as unknown as ShadowRoot;
  const show = (change: string, ...facts: readonly string[]) => {
    writeText(root, 'changes', change);
    replaceFacts(
      findPart(root, 'changes'),
      facts.map((fact) => h('details', { class: 'worse' }, h('summary', {}, fact))),
    );
    return findPart(root, 'changes').querySelector('details');
  };
  const first = show('6 higher', 'worse');
  first?.setAttribute('open', '');
  expect(show('6 higher', 'worse')).toBe(first);
  expect(first?.hasAttribute('open')).toBe(true);
  expect(show('7 higher', 'worse')).not.toBe(first);
  expect(findPart(root, 'changes').textContent).toBe('7 higherworse');
  expect(show('', 'lowest')?.textContent).toBe('lowest');
  expect(findPart(root, 'changes').hidden).toBe(false);
  expect(show('7 higher')).toBeNull();
});
