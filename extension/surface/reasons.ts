import type { Unclear } from '../context/context.ts';
import type { TabStatus } from '../intents/protocol.ts';
import type { ReasonName } from '../words/surface/index.ts';

const ofUnclear = (unclear: Unclear): ReasonName => {
  if (unclear.why === 'gap') return `gap-${unclear.gap.why}`;
  return unclear.why === 'disagree' ? 'frames-disagree' : 'no-key';
};

/**
 * Why nothing of a patient is shown in a tab, the most pressing first, each once; empty where a patient is
 * recognised and a panel stands on the page. Every state of `TabContext` and every `Gap` gives a reason.
 */
export function findReasons(look: TabStatus): readonly ReasonName[] {
  const { site, context, frames, origin, tabId, faultyProfiles } = look;
  const faulty: ReasonName[] = faultyProfiles > 0 ? ['faulty-profiles'] : [];
  if (tabId === null) return ['no-page', ...faulty];
  if (!site) return [origin === null ? 'no-page' : 'no-profile', ...faulty];
  if (!site.isGranted) return ['not-granted'];
  if (!site.isEnabled) return ['switched-off'];
  if (frames.length === 0 && context.state === 'none') return ['not-running'];
  const reasons: ReasonName[] = [];
  if (site.signIn === 'signed-out') reasons.push('signed-out');
  if (site.signIn === 'signing-in') reasons.push('signing-in');
  if (site.signIn === 'ended') reasons.push('sign-in-ended');
  if (site.signIn === 'interrupted') reasons.push('sign-in-interrupted');
  if (site.signIn === 'unavailable') reasons.push('sign-in-unavailable');
  if (context.state === 'none') {
    const isList = frames.some(({ facts }) => facts.type === 'list');
    reasons.push(isList ? 'list-page' : 'no-patient-page');
  } else if (context.state === 'settling') reasons.push('settling');
  else if (context.state === 'unclear') reasons.push(...context.reasons.map(ofUnclear));
  else if (!frames.some(({ mounts }) => mounts)) reasons.push('no-place');
  return [...new Set(reasons)];
}
