import { formId, patients, professionalId } from '../../clinic.js';
import { Chart } from './chart.jsx';

/** The server decides whose chart it is; the tags stand in its answer, with what their slots hold. */
export default function Page() {
  const [{ id, latest }] = patients;
  return (
    <main>
      <h1>Chart</h1>
      <Chart professionalId={professionalId} patientId={id} formId={formId} latest={latest} />
    </main>
  );
}
