// Compiles the template in the browser; a project of the Angular CLI compiles it at its build and leaves this out.
import '@angular/compiler';
import { Component, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { configure } from '@instrument-panel/widget';
import { InstrumentApply, InstrumentPanel, InstrumentSparkline } from '@instrument-panel/widget/angular';
import { formId, kitOptions, patients, professionalId } from '../clinic.js';

configure(kitOptions());

@Component({
  selector: '#app',
  // Register the elements, and give their inputs and events types.
  imports: [InstrumentApply, InstrumentPanel, InstrumentSparkline],
  template: `
    <h1>Chart</h1>
    <label>
      Patient
      <select #choice (change)="patient.set(patients[choice.selectedIndex])">
        @for (one of patients; track one.id) {
          <option>{{ one.name }}</option>
        }
      </select>
    </label>
    <button type="button" (click)="isOpen.set(!isOpen())">{{ isOpen() ? 'Close chart' : 'Open chart' }}</button>
    <output id="heard">{{ heard() }}</output>
    @if (isOpen()) {
      <instrument-sparkline
        [professionalId]="professionalId"
        [patientId]="patient().id"
        [formId]="formId"
        [data]="patient().latest"
        density="comfortable"
      />
      <section>
        <instrument-panel
          [professionalId]="professionalId"
          [patientId]="patient().id"
          [formId]="formId"
          heading-level="2"
          (instrument-load)="heard.set('Shown: submission ' + $event.detail.submissionId)"
        />
      </section>
      <instrument-apply
        [professionalId]="professionalId"
        [patientId]="patient().id"
        (instrument-applied)="heard.set('Applied: ' + $event.detail.applicationId)"
      />
    }
  `,
})
class Chart {
  readonly patients = patients;
  readonly professionalId = professionalId;
  readonly formId = formId;
  readonly patient = signal(patients[0]);
  readonly isOpen = signal(true);
  readonly heard = signal('');
}

bootstrapApplication(Chart);
