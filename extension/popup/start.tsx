import { effect, untracked } from '@preact/signals';
import { SurfaceClient } from '../surface/client.ts';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { applyChoices, createPage } from '../surface/page.tsx';
import { Popup } from './popup.tsx';

/** Puts the popup up, about the active tab of its window. */
export function startPopup(place: HTMLElement, environment: SurfaceEnvironment): void {
  const client = new SurfaceClient(environment);
  const page = createPage(place, environment);
  client.start({ windowId: environment.windowId });
  void applyChoices(page, client, environment);
  // Drawn within the message that tells it, so that a patient who is left is gone at once.
  effect(() => {
    const look = client.look.value;
    untracked(() => {
      if (look) page.speak(look.language);
      page.show(<Popup client={client} environment={environment} look={look} />);
    });
  });
}
