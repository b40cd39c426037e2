import { effect, untracked } from '@preact/signals';
import { SurfaceClient } from '../surface/client.ts';
import type { SurfaceGround } from '../surface/ground.ts';
import { applyChoices, createPage } from '../surface/page.tsx';
import { Popup } from './popup.tsx';

/** Puts the popup up, about the active tab of its window. */
export function startPopup(place: HTMLElement, ground: SurfaceGround): void {
  const client = new SurfaceClient(ground);
  const page = createPage(place, ground);
  client.start({ windowId: ground.windowId });
  void applyChoices(page, client, ground);
  // Drawn within the message that tells it, so that a patient who is left is gone at once.
  effect(() => {
    const look = client.look.value;
    untracked(() => {
      if (look) page.speak(look.language);
      page.show(<Popup client={client} ground={ground} look={look} />);
    });
  });
}
