/** One message of a stream of server-sent events. */
export interface EventFrame {
  /** `message` where the stream names none. */
  readonly event: string;
  readonly data: string;
}

/** What a piece of a stream held. */
export interface FramesRead {
  readonly frames: readonly EventFrame[];
  /** The last event id that was set so far; empty where none was. */
  readonly lastId: string;
  /** Milliseconds after which the server wants its reader back; null where it said nothing. */
  readonly retry: number | null;
}

/** A frame that has no end may not fill the memory: so many characters are kept at most. */
const LONGEST = 65_536;

/**
 * Reads a stream of server-sent events piece by piece, wherever it is cut (HTML standard, 9.2.6, "Interpreting an
 * event stream"). A frame without data sets the id and raises nothing.
 *
 * @throws RangeError for a line or a frame beyond 64 K characters
 */
export function createFrameReader(): (piece: string) => FramesRead {
  let rest = '';
  let isFirst = true;
  let event = '';
  let data: string[] = [];
  let lastId = '';
  let pendingId = '';
  let retry: number | null = null;
  let size = 0;

  function line(text: string, frames: EventFrame[]): void {
    if (text === '') {
      lastId = pendingId;
      if (data.length > 0) frames.push({ event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      size = 0;
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    size += value.length;
    if (size > LONGEST) throw new RangeError('an event is longer than 64 K characters');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) pendingId = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retry = Number(value);
  }

  return (piece) => {
    const frames: EventFrame[] = [];
    let text = rest + piece;
    if (isFirst && text !== '') {
      text = text.replace(/^\uFEFF/, '');
      isFirst = false;
    }
    // A CR at the end may be half of a CRLF: it waits for what follows.
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + text.slice(end);
    if (rest.length > LONGEST) throw new RangeError('a line is longer than 64 K characters');
    for (const one of lines) line(one, frames);
    return { frames, lastId, retry };
  };
}
