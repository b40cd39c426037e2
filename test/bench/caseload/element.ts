import { InstrumentCaseload } from '../../../widget/caseload/element.ts';
import { configure } from '../../../widget/configure.ts';
import { PROFESSIONAL } from '../proxy/document.ts';

InstrumentCaseload.define();

/** Shows the list as a page has it, read in a worker where one is made; resolves once all of it was read. */
async function show(host: HTMLElement, createWorker?: () => Worker): Promise<HTMLElement> {
  configure({
    baseUrl: location.origin,
    fetchToken: async () => ({ token: 'bench', expiresIn: 900 }),
    createWorker,
  });
  const element = document.createElement('instrument-caseload');
  element.setAttribute('professional-id', PROFESSIONAL);
  element.setAttribute('refresh', '0');
  element.setAttribute('time-zone', 'UTC');
  element.style.setProperty('--instrument-block-size', '900px');
  const read = new Promise((resolve, reject) => {
    element.addEventListener('instrument-load', resolve);
    element.addEventListener('instrument-error', ({ detail: { code, message } }) => {
      // What is read again is not over; a list that is refused would never be read.
      if (code !== 'partial') reject(new Error(message));
    });
  });
  host.append(element);
  await read;
  return element.shadowRoot?.getElementById('scroller') as HTMLElement;
}

export const run = (host: HTMLElement): Promise<HTMLElement> => show(host);
export const runApart = (host: HTMLElement): Promise<HTMLElement> =>
  show(host, () => new Worker('/worker.js'));
