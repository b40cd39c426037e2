import type { SurfaceWords } from './words.ts';

export const en: SurfaceWords = {
  lang: 'en',
  formats: 'en-GB',
  product: 'instrument-panel',
  loading: 'Loading',
  retry: 'Try again',
  refresh: 'Read again',
  cancel: 'Cancel',
  connecting: 'Connecting',
  gone: {
    title: 'This page is of an earlier version of the extension',
    advice: 'The extension was updated or restarted. Close this page and open it again.',
  },
  problems: {
    stale: 'The patient on the page has changed meanwhile, so nothing of it is shown.',
    lost: 'The extension was interrupted before the answer came. Try again.',
    offline: 'This device is offline. Connect it, then try again.',
    'signed-out': 'You are not signed in, or your sign-in has ended. Sign in, then try again.',
    'not-linked': 'This patient of your system is not linked to a patient of the service yet.',
    disagrees:
      'What the page says of the patient and the service’s record contradict each other, so nothing is shown. Correct whichever is wrong.',
    unconfirmed:
      'The page gives nothing beside the record number that could be compared with the service’s record, so nothing was sent. Open the page on which name or birthday stand.',
    changed:
      'The page was read again just before sending, and it no longer showed the same patient. Nothing was sent.',
    invalid: 'Something that was filled in cannot be sent like this. Check the fields.',
    forbidden: 'You are not permitted to do this. Ask whoever manages access.',
    'not-found': 'It was not found at the service. It may have been deleted.',
    mismatch: 'The reply was about another patient or instrument, so nothing of it is used.',
    unreadable: 'The reply could not be read. Try again; if it persists, tell support.',
    network: 'The service could not be reached. Check the connection and try again.',
    busy: 'The service is receiving too many requests. Wait a moment and try again.',
    service: 'The service is not working at the moment. Try again in a few minutes.',
    refused: 'The service did not accept it. Check what was filled in, then try again.',
    state: 'The service does not take it in the present state. Read again, then decide.',
    'unknown-outcome':
      'The answer was lost, so it cannot be told whether it was done. Read again and look before you repeat it.',
    ambiguous:
      'More than one patient of the service fits. Give a further identifier, or correct the records so that they differ.',
    gone: 'The patient linked to this record number no longer exists at the service. Remove the link, then link or register anew.',
    'other-key':
      'The patient who fits is linked to another record number. If both are one person, remove the other link first; if they are two, register this one.',
    registering: 'A registration of this patient is under way. Try again in a moment.',
    'mapping-off': 'This proxy keeps no links between patients. Ask whoever operates it.',
    'not-in-plan': 'The professional’s plan does not include this.',
  },
  trace: (id) => `Number for support: ${id}`,
  notCurrent: (moment) => `Not current: shown as read ${moment}.`,
  unreadable: (count) =>
    count === 1
      ? '1 item sent by the service could not be read and is not shown.'
      : `${count} items sent by the service could not be read and are not shown.`,
  signIn: 'Sign in',
  signingIn: 'Signing in: go on in the window that opened',
  signInCancelled: 'The window was closed before you were signed in.',
  enable: (site) => `Enable on ${site}`,
  enableRefused: 'The browser was not allowed to let the extension onto this site, so it stays switched off.',
  openSide: 'Open the side panel',
  options: 'Options',
  identifiers: {
    key: 'record number',
    name: 'name',
    birthday: 'date of birth',
    email: 'e-mail',
    phone: 'phone',
  },
  pageTypes: { chart: 'a patient’s chart', list: 'a list of patients', none: 'a page without a patient' },
  reasons: {
    'no-page': {
      title: 'No page to look at',
      advice: 'This is a page of the browser itself, or one that the extension may not see. Go to your EHR.',
    },
    'no-profile': {
      title: 'No profile for this site',
      advice:
        'The extension does not know how this site shows a patient. Add its profile in the options, or ask whoever manages it at your organisation.',
    },
    'not-granted': {
      title: 'Not enabled on this site',
      advice: 'The browser has not been asked to let the extension onto this site yet. Enable it above.',
    },
    'switched-off': {
      title: 'Switched off on this site',
      advice: 'It was disabled here. Enable it again above.',
    },
    'not-running': {
      title: 'Reload this page',
      advice:
        'It was opened before the extension was enabled here, and shows nothing until it is loaded again.',
    },
    'signed-out': {
      title: 'You are not signed in',
      advice: 'Sign in to see scores. Whose chart this is is then compared with the service’s record.',
    },
    'signing-in': {
      title: 'Signing in',
      advice: 'Go on in the window that opened.',
    },
    'sign-in-ended': { title: 'Your sign-in has ended', advice: 'Sign in again to go on.' },
    'sign-in-interrupted': {
      title: 'Signing in was interrupted',
      advice: 'The browser stopped the extension while the sign-in window was open. Sign in once more.',
    },
    'sign-in-unavailable': {
      title: 'Signing in is not possible now',
      advice:
        'The proxy of this site does not answer, or offers no sign-in. Check the connection; if it persists, ask whoever operates it.',
    },
    'no-patient-page': {
      title: 'This page shows no patient',
      advice: 'Open a patient’s chart. The library and recommendations are in the side panel all the same.',
    },
    'list-page': {
      title: 'This page is a list of patients',
      advice: 'Scores stand in its rows. Open a chart for the rest.',
    },
    settling: {
      title: 'The page is changing',
      advice: 'As soon as all of it shows the same patient, so does the extension.',
    },
    'gap-missing': {
      title: 'The patient cannot be read from the page',
      advice:
        'Something that names the patient is not on the page. Wait until it has loaded, or reload it. If it stays so, the site has changed and its profile must be mended.',
    },
    'gap-unreadable': {
      title: 'The patient cannot be read from the page',
      advice:
        'What stands where the patient should be named looks otherwise than expected. If it stays so, the profile of the site must be mended.',
    },
    'gap-selector': {
      title: 'The profile of this site has a fault',
      advice: 'One of its selectors is none. Try it in the options’ tester and mend it.',
    },
    'gap-disagree': {
      title: 'The page contradicts itself',
      advice:
        'Two places of the page name different patients, so nothing is shown. Wait, or open the chart again.',
    },
    'gap-place': {
      title: 'No place for a panel',
      advice: 'The place for the panel is not on this page or not visible. Use the side panel.',
    },
    'frames-disagree': {
      title: 'Parts of the page name different patients',
      advice: 'Nothing is shown until they agree. Wait until the page has loaded, or open the chart again.',
    },
    'no-key': {
      title: 'No record number on the page',
      advice:
        'Nothing on the page gives the number by which your system knows the patient, and nobody is looked up by name alone. Open the chart itself.',
    },
    'no-place': {
      title: 'The patient is recognised, but there is no place for a panel here',
      advice: 'Use the side panel on this page.',
    },
    'faulty-profiles': {
      title: 'Profiles with faults',
      advice: 'At least one profile cannot be read and is not used. The options say which field is wrong.',
    },
  },
  sources: {
    package: 'came with the extension',
    managed: 'set by your organisation',
    proxy: 'from the proxy',
    own: 'added by you',
  },
  signInStates: {
    'signed-out': 'not signed in',
    'signing-in': 'signing in',
    'signed-in': 'signed in',
    ended: 'sign-in ended',
    interrupted: 'sign-in interrupted',
    unavailable: 'sign-in not available',
  },
  unnamed: 'patient without a recorded name',
  born: (date) => `born ${date}`,
  bornUnknown: 'date of birth not recorded',
};
