import { RISK_SIGNS, type RiskKind, sayRiskOf } from '@instrument-panel/shared/panel/headline';
import { h } from '@instrument-panel/shared/ui/dom';
import type { PanelCourse } from '../course.ts';
import type { PanelSpeech } from '../speech.ts';
import type { PanelPart, ViewContext } from './view.ts';

/** The gravest first. */
const KINDS: readonly RiskKind[] = ['flagged', 'unavailable', 'none', 'unanswered'];

/** Says what is known of the risk of one course. */
export const sayRiskOfCourse = ({ course: speech }: PanelSpeech, course: PanelCourse) =>
  sayRiskOf(speech, course, !course.isAnswered);

/** Makes the sign of risk beside a course; its sentence stands above everything. */
export const createRiskSign = (kind: RiskKind, title: string): HTMLElement =>
  h('i', { class: 'mark', 'data-risk': kind, title, 'aria-hidden': 'true' }, RISK_SIGNS[kind]);

/** Shows what is known of risk, instrument by instrument, the gravest kind first. Never silent. */
export function createRiskBox({ store, speech }: ViewContext): PanelPart {
  const element = h('div', { class: 'risks' });
  let shown = '';
  return {
    element,
    update() {
      const said = (store.state.known?.courses ?? []).map((course) => {
        const { kind, text } = sayRiskOfCourse(speech, course);
        return {
          kind,
          text: speech.chart.of({ instrument: course.name || speech.course.words.untitled, sentence: text }),
        };
      });
      element.hidden = said.length === 0;
      const now = JSON.stringify(said);
      if (now === shown) return;
      shown = now;
      const lists = KINDS.flatMap((kind) => {
        const those = said.filter((one) => one.kind === kind);
        const items = those.map(({ text }) =>
          h('li', { dir: 'auto' }, ...(RISK_SIGNS[kind] ? [createRiskSign(kind, '')] : []), `${text}.`),
        );
        const attributes = { class: 'risk', 'data-risk': kind, 'aria-label': speech.chart.riskTitle };
        return those.length > 0 ? [h('ul', attributes, ...items)] : [];
      });
      const note = h('p', { class: 'small' }, speech.course.words.riskNote);
      element.replaceChildren(...(said.length > 0 ? [...lists, note] : []));
    },
  };
}
