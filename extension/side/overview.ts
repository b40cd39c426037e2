import { createHost } from '../panel/frame/host.ts';
import { chartPanelStyles } from '../panel/styles.ts';
import { createOverviewView } from '../panel/views/panel-view.ts';
import type { ChartPanelActions } from '../panel/views/view.ts';
import type { PatientStore } from './patient-store.ts';
import type { SideStore } from './side-store.ts';

/** The courses of the patient, by the views of the panel in the chart. */
export interface Overview {
  readonly element: HTMLElement;
  /** Fills it. @returns takes everything out of it again */
  fill(): () => void;
}

/** Makes the overview of a patient; it follows what is known of them. */
export function createOverview(store: SideStore, patient: PatientStore): Overview {
  const { chart, changes, form, speech, items } = patient;
  const { element, root } = createHost('block', chartPanelStyles);
  const wrap = document.createElement('div');
  wrap.className = 'wrap';
  root.append(wrap);
  const actions: ChartPanelActions = {
    item(formId, submissionId) {
      const { person, courses } = chart.state.known ?? {};
      const course = courses?.find((one) => one.formId === formId);
      if (!person || !course) return;
      const title = course.title || course.name || speech.course.words.untitled;
      items.open({ submissionId, formId, patientId: person.id, title });
    },
    side: (at) => store.go(at === 'history' ? 'history' : 'patient'),
    toggle() {},
    apply: () => store.go('apply'),
    leaveForm() {},
  };
  return {
    element,
    fill() {
      const view = createOverviewView({ store: chart, changes, form, speech, actions, recent: () => [] });
      wrap.append(view.element);
      return view.end;
    },
  };
}
