import { APPEARANCES, type Appearance, type SurfaceEnvironment } from '../../surface/environment.ts';
import type { ChosenLanguage, SurfacePage } from '../../surface/page.tsx';
import { ProblemNotice } from '../../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../../surface/speech.ts';
import { optionsWords } from '../../words/options/index.ts';
import type { OptionsStore } from '../store.ts';
import { useChoice } from './choice.ts';

interface PreferencesProps {
  readonly store: OptionsStore;
  readonly environment: SurfaceEnvironment;
  readonly page: SurfacePage;
}

const LANGUAGES: readonly ChosenLanguage[] = ['auto', 'en', 'pt-BR'];

/** Language of the extension, and how its pages look. */
export function PreferencesSection({ store, environment, page }: PreferencesProps) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).preferences;
  const language = useChoice<ChosenLanguage>({
    read: async () => (await store.client.read('language.read', {})).language,
    save: (chosen) => store.client.act('language.set', { language: chosen }),
    onSaved: (chosen) => page.speak(chosen),
  });
  const appearance = useChoice<Appearance>({
    read: () => environment.appearance(),
    save: (chosen) => environment.setAppearance(chosen),
    onSaved: (chosen) => page.look(chosen),
  });
  const problem = language.problem ?? appearance.problem;
  return (
    <div class="stack">
      <fieldset class="card">
        <legend>{own.language}</legend>
        {LANGUAGES.map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="language"
              checked={language.value === one}
              onChange={() => language.choose(one)}
            />
            <span lang={one === 'auto' ? undefined : one}>{own.languages[one]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="card">
        <legend>{own.appearance}</legend>
        {APPEARANCES.map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="appearance"
              checked={appearance.value === one}
              onChange={() => appearance.choose(one)}
            />
            {own.appearances[one]}
          </label>
        ))}
      </fieldset>
      <p role="status">{(language.isSaved || appearance.isSaved) && own.saved}</p>
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}
