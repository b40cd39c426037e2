import type { ExtensionMessages } from './messages.ts';

export const en: ExtensionMessages = {
  description:
    'Patient-reported scores beside the patient’s name, inside your EHR. This version shows no panels yet.',
  notYetTitle: 'instrument-panel: no panels in this version',
  notYet: 'This version loads, and shows nothing on any page: the panels for EHR pages are not built yet.',
  meanwhile:
    'It asks for no site, reads no page and sends nothing. The custom element <instrument-panel> works today.',
};
