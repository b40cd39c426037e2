import { render } from 'preact';
import { createHost } from '../panel/frame/host.ts';
import { panelStyles } from '../panel/styles/index.ts';
import type { Intents, ViewContext } from '../panel/views/context.ts';
import { CourseList } from '../panel/views/course-list.tsx';
import { Foot } from '../panel/views/foot.tsx';
import { RiskBox } from '../panel/views/risk-box.tsx';
import type { PatientStore } from './store/patient-store.ts';
import type { SideStore } from './store/side-store.ts';

/** The courses of the patient, by the views of the panel in the chart. */
export interface Overview {
  readonly element: HTMLElement;
  /** Fills it; not within the rendering of something else. Gives the function that takes everything out of it. */
  fill(): () => void;
}

/** Makes the overview of a patient; it follows what is known of them. */
export function createOverview(store: SideStore, patient: PatientStore): Overview {
  const { chart, changes, form, speech, items } = patient;
  const { element, root } = createHost('block', panelStyles);
  const wrap = document.createElement('div');
  wrap.className = 'wrap';
  root.append(wrap);
  const intents: Intents = {
    item(formId, submissionId) {
      const { person, courses } = chart.known.value ?? {};
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
  const context: ViewContext = { store: chart, changes, form, speech, intents, recent: () => [] };
  return {
    element,
    fill() {
      render(
        <section class="panel" lang={speech.lang}>
          <RiskBox {...context} />
          <CourseList {...context} />
          <Foot {...context} />
        </section>,
        wrap,
      );
      return () => render(null, wrap);
    },
  };
}
