import { useEffect, useState } from 'preact/hooks';
import { optionsWords } from '../../../shared/locale/extension/options/index.ts';
import { useAct } from '../../surface/act.ts';
import { APPEARANCES, type Appearance, type SurfaceGround } from '../../surface/ground.ts';
import type { ChosenLanguage, SurfacePage } from '../../surface/page.tsx';
import { ProblemNotice } from '../../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../../surface/speech.ts';
import type { OptionsStore } from '../store.ts';

interface PreferencesProps {
  readonly store: OptionsStore;
  readonly ground: SurfaceGround;
  readonly page: SurfacePage;
}

const LANGUAGES: readonly ChosenLanguage[] = ['auto', 'en', 'pt-BR'];

/** Language of the extension, and how its pages look. */
export function PreferencesSection({ store, ground, page }: PreferencesProps) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).preferences;
  const [language, setLanguage] = useState<ChosenLanguage | null>(null);
  const [appearance, setAppearance] = useState<Appearance | null>(null);
  const [isSaved, setSaved] = useState(false);
  const { problem, run } = useAct();
  useEffect(() => {
    store.client.ask('language.read', {}).then(
      (read) => setLanguage(read.language),
      () => setLanguage('auto'),
    );
    void ground.appearance().then(setAppearance);
  }, [store, ground]);
  const speak = (chosen: ChosenLanguage): void => {
    setSaved(false);
    run(
      () => store.client.ask('language.set', { language: chosen }),
      () => {
        setLanguage(chosen);
        setSaved(true);
        page.speak(chosen);
      },
    );
  };
  const look = (chosen: Appearance): void => {
    setSaved(false);
    run(
      () => ground.setAppearance(chosen),
      () => {
        setAppearance(chosen);
        setSaved(true);
        page.look(chosen);
      },
    );
  };
  return (
    <div class="stack">
      <fieldset class="card">
        <legend>{own.language}</legend>
        {LANGUAGES.map((one) => (
          <label key={one} class="choice">
            <input type="radio" name="language" checked={language === one} onChange={() => speak(one)} />
            <span lang={one === 'auto' ? undefined : one}>{own.languages[one]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="card">
        <legend>{own.appearance}</legend>
        {APPEARANCES.map((one) => (
          <label key={one} class="choice">
            <input type="radio" name="appearance" checked={appearance === one} onChange={() => look(one)} />
            {own.appearances[one]}
          </label>
        ))}
      </fieldset>
      <p role="status">{isSaved && own.saved}</p>
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}
