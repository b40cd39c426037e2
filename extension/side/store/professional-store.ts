import { type Signal, signal } from '@preact/signals';
import type { IntentOutput } from '../../intents/intents.ts';
import type { SurfaceClient } from '../../surface/client.ts';
import { Resource } from '../../surface/reading.ts';
import { Case } from './case.ts';

/** What belongs to the professional who is signed in, whoever the patient is. */
export class ProfessionalStore {
  /** Which sign-in it is of. */
  readonly key: string;
  readonly library: Resource<IntentOutput<'library.read'>>;
  readonly tags: Resource<IntentOutput<'library.tags'>>;
  /** The suggestions given earlier, a page of them. */
  readonly earlier: Resource<IntentOutput<'recommend.history'>>;
  readonly page: Signal<number> = signal(1);
  readonly search: Signal<string> = signal('');
  /** A case of nobody in particular. */
  readonly recommending: Case;

  constructor(client: SurfaceClient, key: string) {
    this.key = key;
    this.library = new Resource((ending) => client.read('library.read', {}, { signal: ending }));
    this.tags = new Resource((ending) => client.read('library.tags', {}, { signal: ending }));
    this.earlier = new Resource((ending) => {
      const search = this.search.peek().trim();
      const input = { page: this.page.peek(), ...(search === '' ? {} : { search }) };
      return client.read('recommend.history', input, { signal: ending });
    });
    this.recommending = new Case((caseText, ending) =>
      client.act('recommend.ask', { caseText }, { signal: ending }),
    );
  }

  /** Shows another page of the earlier suggestions, or those that hold a text. */
  turn(page: number, search = this.search.peek()): void {
    this.page.value = page;
    this.search.value = search;
    void this.earlier.load();
  }

  refresh(): void {
    for (const reading of [this.library, this.tags, this.earlier]) reading.refresh();
  }

  end(): void {
    for (const reading of [this.library, this.tags, this.earlier]) reading.forget();
    this.recommending.forget();
  }
}
