import { InstrumentCaseload } from '../../../widget/caseload/element.ts';
import { configure } from '../../../widget/configure.ts';
import { PROFESSIONAL } from '../proxy/document.ts';

InstrumentCaseload.define();

/** Shows the list as a page has it; resolves once all of it was read. */
export async function run(host: HTMLElement): Promise<HTMLElement> {
  configure({
    baseUrl: location.origin,
    fetchToken: async () => ({ token: 'bench', expiresIn: 900 }),
  });
  const element = document.createElement('instrument-caseload');
  element.setAttribute('professional-id', PROFESSIONAL);
  element.setAttribute('refresh', '0');
  element.setAttribute('time-zone', 'UTC');
  element.style.setProperty('--instrument-block-size', '900px');
  const read = new Promise((resolve) => element.addEventListener('instrument-load', resolve));
  host.append(element);
  await read;
  return element.shadowRoot?.getElementById('scroller') as HTMLElement;
}
