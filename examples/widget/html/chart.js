import { formId, kitOptions, patients, professionalId } from '../clinic.js';

/** Runs the chart; `configure` comes from the modules of the package or from its single file. */
export function openChart(configure) {
  configure(kitOptions());
  const app = document.getElementById('app');
  const chart = document.getElementById('chart');
  const choice = document.getElementById('patient');
  const toggle = document.getElementById('toggle');
  const heard = document.getElementById('heard');
  const found = (name) => app.querySelector(`#place instrument-${name}`);

  function show() {
    const patient = patients[choice.selectedIndex];
    for (const element of app.querySelectorAll('#place [data-chart]'))
      element.setAttribute('patient-id', patient.id);
    const sparkline = found('sparkline');
    if (sparkline) sparkline.data = patient.latest;
  }

  function toggleChart() {
    const place = document.getElementById('place');
    if (place.firstElementChild) place.replaceChildren();
    else {
      place.append(chart.content.cloneNode(true));
      for (const element of place.querySelectorAll('[data-chart]')) {
        element.setAttribute('professional-id', professionalId);
        element.setAttribute('form-id', formId);
      }
    }
    toggle.textContent = place.firstElementChild ? 'Close chart' : 'Open chart';
    show();
  }

  for (const { name } of patients) choice.add(new Option(name));
  choice.addEventListener('change', show);
  toggle.addEventListener('click', toggleChart);
  app.addEventListener('instrument-load', ({ target, detail }) => {
    if (target === found('panel')) heard.textContent = `Shown: submission ${detail.submissionId}`;
  });
  app.addEventListener('instrument-applied', ({ detail }) => {
    heard.textContent = `Applied: ${detail.applicationId}`;
  });
  toggleChart();
}
