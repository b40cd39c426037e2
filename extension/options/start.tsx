import { effect, untracked } from '@preact/signals';
import { SurfaceClient } from '../surface/client.ts';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { applyChoices, createPage } from '../surface/page.tsx';
import { Options } from './options.tsx';
import { OptionsStore } from './store.ts';

/** Puts the options up. */
export function startOptions(place: HTMLElement, environment: SurfaceEnvironment): void {
  const client = new SurfaceClient(environment);
  const page = createPage(place, environment);
  const store = new OptionsStore(client);
  client.start({ windowId: environment.windowId });
  void applyChoices(page, client, environment);
  page.show(<Options store={store} environment={environment} page={page} />);
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
