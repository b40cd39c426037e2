import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readMonths } from '../site/day.ts';
import { evaluate, NOTHING } from '../site/evaluate.ts';
import type { FrameFacts, SiteRules } from '../site/facts.ts';

/** The facts of a frame by the rules that the background left in it, as the script of a site would tell them. */
export default defineUnlistedScript((): FrameFacts | null => {
  const key = Symbol.for('instrument-panel.probe');
  const rules: SiteRules | undefined = Reflect.get(globalThis, key);
  Reflect.deleteProperty(globalThis, key);
  if (!rules) return null;
  readMonths(rules.months);
  return { ...evaluate(rules, true, NOTHING).facts, version: 0 };
});
