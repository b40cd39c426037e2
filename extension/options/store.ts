import { signal } from '@preact/signals';
import { isSigned } from '../profile/signature.ts';
import type { SurfaceClient } from '../surface/client.ts';
import { Resource } from '../surface/resource.ts';
import type { OptionsMessages } from '../words/compiled/options/en.js';

/** A JSON text that was read, or where it breaks off, in the platform's own words. */
type JsonRead = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string };

/** Reads the text of a profile; a signed one stays as it is. */
export function readJson(text: string): JsonRead {
  if (isSigned(text)) return { ok: true, value: text.trim() };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : '' };
  }
}

/** Makes the state of the options page. It contains nothing about a patient except the results of the tester. */
export function createOptionsStore(client: SurfaceClient) {
  const readings = {
    profiles: new Resource((ending) => client.read('profiles.list', {}, { signal: ending })),
    draft: new Resource((ending) => client.read('profiles.draft', {}, { signal: ending })),
    diagnostics: new Resource((ending) => client.read('diagnostics.read', {}, { signal: ending })),
  };
  const section = signal<keyof OptionsMessages['sections']>('sites');
  const tried = signal<string | null>(null);
  return {
    client,
    ...readings,
    section,
    /** The profile that is being pasted, as text. */
    pasted: signal(''),
    /** The pasted text that the test of all tabs ran on last, and whether it has seen enough charts and a list. */
    trial: signal<{ readonly text: string; readonly isDone: boolean } | null>(null),
    tried,
    refresh(): void {
      for (const reading of Object.values(readings)) reading.refresh();
    },
    try(profileId: string | null): void {
      tried.value = profileId;
      section.value = 'tester';
    },
  };
}

export interface OptionsProps {
  readonly store: ReturnType<typeof createOptionsStore>;
}
