'use client';
import {
  type ComponentType,
  createElement,
  type ForwardedRef,
  forwardRef,
  type HTMLAttributes,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';

/** What one element takes besides attributes: names of its properties, and of its events by their handlers. */
interface ElementShape {
  /** Set as properties, since no attribute can carry them. */
  readonly properties: readonly string[];
  /** `onInstrumentLoad` and the event that it hears: `instrument-load`. */
  readonly events: Readonly<Record<string, string>>;
  /** Registers the element; called in the browser alone. */
  readonly define: () => Promise<unknown>;
}

type Props = Readonly<Record<string, unknown>>;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** React's own names stay as they are; the element's become attributes, on the server as in the browser. */
const REACTS: ReadonlySet<string> = new Set(['children', 'className', 'style', 'suppressHydrationWarning']);

function attributesOf(props: Props, { properties, events }: ElementShape): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    if (properties.includes(name) || name in events || value === null || value === false) continue;
    const isOwn = !REACTS.has(name) && !/^(on[A-Z]|aria-|data-)/.test(name);
    // A custom element knows no className before React 19.
    attributes[name === 'className' ? 'class' : isOwn ? kebab(name) : name] =
      value === true && isOwn ? '' : value;
  }
  return attributes;
}

// On the server a layout effect does nothing but warn.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * A React component (18 and 19) for one element of the kit. It renders the element's tag with its attributes, also
 * on a server, where that and the children in its slots are the shell; the element itself is registered once the
 * page runs. Properties are set before the first paint, handlers are always the latest ones.
 */
export function component<Element extends HTMLElement, Given extends object>(
  tag: string,
  shape: ElementShape,
): ComponentType<Given & { readonly ref?: ForwardedRef<Element> }> {
  const Component = (given: Given, ref: ForwardedRef<Element>) => {
    const props = given as Props;
    const own = useRef<Element>(null);
    useImperativeHandle(ref, () => own.current as Element);
    useEffect(() => void shape.define(), []);
    const values = shape.properties.map((name) => props[name]);
    useBeforePaint(() => {
      const element = own.current;
      // A property that was never given is left alone: the page may set it by itself.
      for (const [index, name] of shape.properties.entries()) {
        if (name in props) Reflect.set(element as object, name, values[index] ?? null);
      }
    }, values);
    const handlers = useRef(props);
    useBeforePaint(() => {
      handlers.current = props;
    });
    useEffect(() => {
      const element = own.current;
      const left = new AbortController();
      for (const [handler, event] of Object.entries(shape.events)) {
        const hear = (heard: Event) =>
          (handlers.current[handler] as ((event: Event) => void) | undefined)?.(heard);
        element?.addEventListener(event, hear, { signal: left.signal });
      }
      return () => left.abort();
    }, []);
    return createElement(tag, { ...attributesOf(props, shape), ref: own } as HTMLAttributes<Element>);
  };
  Component.displayName = tag;
  return forwardRef(Component as never) as never;
}
