import { useSpeech } from '../speech.ts';

/** Says that something is being read. */
export function Loading({ what }: { readonly what?: string }) {
  const { words } = useSpeech();
  return (
    <p class="wait" role="status">
      {what ?? words.loading}
    </p>
  );
}
