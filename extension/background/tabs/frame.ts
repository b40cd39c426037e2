import type { HeaderHistory } from '../../context/header.ts';
import type { ToSite, ToSurface } from '../../intents/protocol.ts';
import type { FrameFacts, PlaceReport } from '../../site/facts.ts';
import type { Port } from '../platform.ts';

/** A frame of a tab in which the script of a site runs, by its port. */
export interface Frame {
  readonly tabId: number;
  readonly frameId: number;
  /** Null where the browser names no documents. */
  readonly documentId: string | null;
  readonly origin: string;
  /** Address of its document: the browser's at first, then what the frame reports; a report of another origin is refused. */
  url: string;
  readonly port: Port;
  facts: FrameFacts | null;
  /** How its places have turned out for the patient of now; null before it shows them. */
  places: PlaceReport | null;
  /** What its document's header has named so far; null before it is heard. */
  header: HeaderHistory | null;
  /** JSON of the rules and of the context that it was told last. */
  sentRules: string | null;
  sentContext: string;
  /** Whether it was told last that it is being found out who the patient is. */
  isWaiting: boolean;
}

/** Whether a frame is part of the site of its tab's profile: it was told rules. */
export const isOurs = ({ sentRules }: Frame): boolean => sentRules !== null && sentRules !== 'null';

/** Whether the panel stands badly at every place of a frame. */
export const isWithoutPlace = ({ places }: Frame): boolean => places?.at === null;

/** Posts a message to the other end of a port; ignored if that is gone by now. */
export function postTo({ port }: { readonly port: Port }, message: ToSite | ToSurface): void {
  try {
    port.postMessage(message);
  } catch {
    // The port reports its end itself.
  }
}
