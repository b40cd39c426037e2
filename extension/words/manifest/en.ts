import type { ManifestWords } from './words.ts';

export const en: ManifestWords = {
  description: 'Patient-reported scores beside the patient’s name, inside the EHR that you already use.',
  actionTitle: 'instrument-panel: scores of the patient in this tab',
  commandToggle: 'Open or close the panel in the patient’s chart',
  sidePanelTitle: 'instrument-panel',
};
