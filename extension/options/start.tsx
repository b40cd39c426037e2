import { effect, untracked } from '@preact/signals';
import { SurfaceClient } from '../surface/client.ts';
import type { SurfaceGround } from '../surface/ground.ts';
import { applyChoices, createPage } from '../surface/page.tsx';
import { Options } from './options.tsx';
import { OptionsStore } from './store.ts';

/** Puts the options up. */
export function startOptions(place: HTMLElement, ground: SurfaceGround): void {
  const client = new SurfaceClient(ground);
  const page = createPage(place, ground);
  const store = new OptionsStore(client);
  client.start({ windowId: ground.windowId });
  void applyChoices(page, client, ground);
  page.show(<Options store={store} ground={ground} page={page} />);
  // What is pointed at, enabled or signed in elsewhere shows here.
  let seen = '';
  effect(() => {
    const look = client.look.value;
    if (look) untracked(() => page.speak(look.language));
    const { changes } = client;
    const now = JSON.stringify([look?.hasDraft, look?.site?.isEnabled, look?.site?.signIn, changes.value]);
    if (seen !== '' && now !== seen) untracked(() => store.refresh());
    seen = now;
  });
}
