import { plainProblem } from '../intents/protocol.ts';
import { AskError, PendingRequests } from '../intents/requests.ts';
import { addOwn } from './elements.ts';
import type { PlaceReport } from './facts.ts';
import type { PanelsEvent, SiteCore, SiteHandle } from './handle.ts';

/** Milliseconds until a background that was away is told again how the places turned out: it may be back late. */
const RESEND_MS = [1_000, 5_000];

/** Creates the handle of the panels' code on the script of a site, which keeps no requests itself. */
export function createSiteHandle(core: SiteCore): SiteHandle {
  const requests = new PendingRequests(core.send);
  let places: PlaceReport | null = null;
  const sendPlaces = (): void => {
    if (places) core.send({ type: 'places', report: places });
  };
  const sendPlacesLater = (): void => {
    for (const wait of RESEND_MS) setTimeout(sendPlaces, wait);
  };

  function rejectAll(type: 'stale' | 'lost'): void {
    for (const { message, reject } of requests.all) {
      // Requests of a list have no epoch. A request may have been carried out although its answer is lost.
      if (message.epoch !== null || type === 'lost') reject(plainProblem(type, true));
    }
  }
  function hear(panels: Parameters<SiteHandle['attach']>[0], event: PanelsEvent): void {
    if (event.type === 'waiting') panels.wait(event.isWaiting);
    else if (event.type === 'answer' || event.type === 'refusal') requests.settle(event);
    else {
      if (event.type === 'lost') sendPlacesLater();
      rejectAll(event.type);
    }
  }
  return {
    get rules() {
      if (!core.rules) throw new Error();
      return core.rules;
    },
    attach: (panels) => core.attach(panels, (event) => hear(panels, event)),
    async ask(epoch, intent, input, signal) {
      signal.throwIfAborted();
      if (epoch !== null && epoch !== core.epoch()) throw new AskError(intent, plainProblem('stale'));
      return requests.ask(intent, input, { epoch, signal });
    },
    read: (sources, within) => core.read(sources, within),
    own(element) {
      core.own(element);
      // The panels' code looks for places too, and has this module for itself.
      addOwn(element);
    },
    here: () => core.here(),
    reportPlaces(report) {
      places = report;
      sendPlaces();
    },
  };
}
