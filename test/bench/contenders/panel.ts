import '../../../widget/define.ts';
import type { Mount } from '../contender.ts';

/** The whole `<instrument-panel>`: headline, risk, graph and table, from `data`, without a network. */
export const mount: Mount = (host, graph) => {
  const panel = document.createElement('instrument-panel');
  panel.setAttribute('patient-id', graph.patientId);
  panel.setAttribute('form-id', graph.formTemplateId);
  Object.assign(panel, { data: { graph } });
  host.append(panel);
  return {
    end: () => panel.remove(),
    append: (longer) => {
      Object.assign(panel, { data: { graph: longer } });
    },
  };
};
