import { effect, untracked } from '@preact/signals';
import { SurfaceClient } from '../surface/client.ts';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { applyChoices, createPage } from '../surface/page.tsx';
import type { SideSection } from '../words/side/index.ts';
import { Side } from './side.tsx';
import { SideStore } from './store/side-store.ts';

/** Where in the side panel a place is that a panel asks for. */
const PLACES: Readonly<Record<string, SideSection>> = {
  link: 'patient',
  register: 'patient',
  history: 'history',
  recommend: 'recommend',
};

/** Puts the side panel up, about the active tab of its window as it changes. */
export function startSide(place: HTMLElement, environment: SurfaceEnvironment): void {
  const client = new SurfaceClient(environment);
  const page = createPage(place, environment);
  const store = new SideStore(client, () => document.documentElement.lang);
  client.start({ windowId: environment.windowId }, (at) => store.go(PLACES[at] ?? 'overview'));
  void applyChoices(page, client, environment);
  // Drawn within the message that tells it: nothing of a patient who is left stays for a moment longer.
  effect(() => {
    const look = client.look.value;
    untracked(() => {
      if (look) page.speak(look.language);
      store.follow(look);
      page.show(<Side client={client} environment={environment} store={store} look={look} />);
    });
  });
  let seen = client.changes.peek();
  effect(() => {
    const now = client.changes.value;
    if (now !== seen) untracked(() => store.refresh());
    seen = now;
  });
}
