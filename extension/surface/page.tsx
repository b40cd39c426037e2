import { type ComponentChildren, render } from 'preact';
import type { SurfaceClient } from './client.ts';
import type { Appearance, SurfaceEnvironment } from './environment.ts';
import { createSpeech, Speech } from './speech.ts';

/** Language that a person chose; `auto` follows the browser. */
export type ChosenLanguage = 'auto' | 'en' | 'pt-BR';

/** A page of the extension, on the screen. */
export interface SurfacePage {
  /** Shows this, at once: what stood there before is gone when it returns. */
  show(children: ComponentChildren): void;
  speak(language: ChosenLanguage): void;
  look(appearance: Appearance): void;
}

/** Puts a page up in its place: its language and its look are those that the person chose. */
export function createPage(place: HTMLElement, { uiLanguage }: SurfaceEnvironment): SurfacePage {
  const root = document.documentElement;
  let spoken = uiLanguage;
  let speech = createSpeech(uiLanguage);
  let shown: ComponentChildren = null;
  const show = (children: ComponentChildren): void => {
    shown = children;
    root.lang = speech.words.lang;
    document.title = speech.words.product;
    render(<Speech.Provider value={speech}>{children}</Speech.Provider>, place);
  };
  return {
    show,
    speak(language) {
      const tag = language === 'auto' ? uiLanguage : language;
      if (tag === spoken) return;
      spoken = tag;
      speech = createSpeech(tag);
      show(shown);
    },
    look(appearance) {
      if (appearance === 'auto') delete root.dataset.appearance;
      else root.dataset.appearance = appearance;
    },
  };
}

/** Reads what the person chose, and applies it; a page that cannot know speaks as the browser does. */
export async function applyChoices(
  page: SurfacePage,
  client: SurfaceClient,
  environment: SurfaceEnvironment,
): Promise<void> {
  const reading = client.read('language.read', {}).then(
    ({ language }) => page.speak(language),
    () => {},
  );
  page.look(await environment.appearance());
  await reading;
}
