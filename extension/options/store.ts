import { type Signal, signal } from '@preact/signals';
import type { IntentOutput } from '../intents/intents.ts';
import type { SurfaceClient } from '../surface/client.ts';
import { Resource } from '../surface/resource.ts';

/** A JSON text that was read, or where it breaks off, in the platform's own words. */
type JsonRead = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string };

/** Reads a JSON text that a person pasted. */
export function readJson(text: string): JsonRead {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : '' };
  }
}

/** Sections of the options page, in the order of their tabs. */
export const OPTIONS_SECTIONS = ['sites', 'signIns', 'tester', 'diagnostics', 'preferences'] as const;
type OptionsSection = (typeof OPTIONS_SECTIONS)[number];

/** State of the options page. It contains nothing about a patient except the results of the tester. */
export class OptionsStore {
  readonly client: SurfaceClient;
  readonly section: Signal<OptionsSection> = signal('sites');
  readonly profiles: Resource<IntentOutput<'profiles.list'>>;
  readonly draft: Resource<unknown>;
  readonly diagnostics: Resource<IntentOutput<'diagnostics.read'>>;
  /** The profile that is being pasted, as text. */
  readonly pasted: Signal<string> = signal('');
  /** Id of the profile to test; null for the pasted one. */
  readonly tried: Signal<string | null> = signal(null);

  constructor(client: SurfaceClient) {
    this.client = client;
    this.profiles = new Resource((ending) => client.read('profiles.list', {}, { signal: ending }));
    this.draft = new Resource((ending) => client.read('profiles.draft', {}, { signal: ending }));
    this.diagnostics = new Resource((ending) => client.read('diagnostics.read', {}, { signal: ending }));
  }

  refresh(): void {
    for (const reading of [this.profiles, this.draft, this.diagnostics]) reading.refresh();
  }

  /** Goes to the tester with a profile. */
  try(profileId: string | null): void {
    this.tried.value = profileId;
    this.section.value = 'tester';
  }
}
