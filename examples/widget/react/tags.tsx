// React 19 sets properties only of elements that are registered by then: these come first.
import '@instrument-panel/widget/define';
import '@instrument-panel/widget/apply/define';
import '@instrument-panel/widget/sparkline/define';
import { configure } from '@instrument-panel/widget';
import type {} from '@instrument-panel/widget/jsx';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { formId, kitOptions, patients, professionalId } from '../clinic.js';

configure(kitOptions());

/** Plain tags: attributes under their own names, properties, and `on` before the name of an event. */
function Chart() {
  const [patient, setPatient] = useState(patients[0]);
  const [isOpen, setOpen] = useState(true);
  const [heard, setHeard] = useState('');
  const asked = { 'professional-id': professionalId, 'patient-id': patient?.id, 'form-id': formId };
  return (
    <>
      <h1>Chart</h1>
      <label>
        Patient{' '}
        <select onChange={({ target }) => setPatient(patients[target.selectedIndex])}>
          {patients.map(({ id, name }) => (
            <option key={id}>{name}</option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close chart' : 'Open chart'}
      </button>
      <output id="heard">{heard}</output>
      {isOpen && (
        <>
          <instrument-sparkline {...asked} data={patient?.latest} density="comfortable" />
          <section>
            <instrument-panel
              {...asked}
              heading-level={2}
              oninstrument-load={({ detail }) => setHeard(`Shown: submission ${detail.submissionId}`)}
            />
          </section>
          <instrument-apply
            professional-id={professionalId}
            patient-id={patient?.id}
            oninstrument-applied={({ detail }) => setHeard(`Applied: ${detail.applicationId}`)}
          />
        </>
      )}
    </>
  );
}

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <Chart />
  </StrictMode>,
);
