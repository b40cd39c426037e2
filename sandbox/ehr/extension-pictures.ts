import { SANDBOX_LANGUAGES, type SandboxLanguage } from '../words/index.ts';

export const PICTURED = ['list', 'panel'] as const;
export const PICTURE_SCHEMES = ['light', 'dark'] as const;

/**
 * Returns the file name of a picture of the extension in somebody else's records system: of its list or of a patient's
 * page, in a language and a colour scheme. `npm run pictures` takes them.
 */
export const pictureName = (
  what: (typeof PICTURED)[number],
  language: SandboxLanguage,
  scheme: (typeof PICTURE_SCHEMES)[number],
): string => {
  const parts = ['extension', what, language === 'en' ? '' : language, scheme === 'dark' ? scheme : ''];
  return `${parts.filter(Boolean).join('-')}.png`;
};

/** Names of all these pictures. */
export const EXTENSION_PICTURES: readonly string[] = PICTURED.flatMap((what) =>
  SANDBOX_LANGUAGES.flatMap((language) =>
    PICTURE_SCHEMES.map((scheme) => pictureName(what, language, scheme)),
  ),
);
