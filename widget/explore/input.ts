/** What fingers, wheel and mouse ask of a plot. Places are CSS pixels from its left and upper edge. */
interface Gestures {
  zoom(factor: number, left: number): void;
  pan(part: number): void;
  point(left: number, top: number): void;
  leave(): void;
}

const WHEEL_STEP = 1.0015;

/** Turns pointer and wheel events of a plot into gestures: drag moves, Ctrl and wheel or two fingers zoom, hovering points. */
export function listenToGestures(plot: HTMLElement, gestures: Gestures): void {
  const pressed = new Map<number, { x: number; y: number }>();
  const placeOf = ({ clientX, clientY }: MouseEvent) => {
    const { left, top } = plot.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const apart = (): number => {
    const [a, b] = [...pressed.values()];
    return a && b ? Math.abs(a.x - b.x) : 0;
  };

  plot.addEventListener(
    'wheel',
    (event) => {
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      // The wheel alone scrolls the page, which would end at the plot otherwise; a pinch of a touchpad comes with Ctrl.
      if (!isSideways && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      if (isSideways) gestures.pan(event.deltaX / plot.clientWidth);
      else gestures.zoom(WHEEL_STEP ** event.deltaY, placeOf(event).x);
    },
    { passive: false },
  );
  plot.addEventListener('pointerdown', (event) => {
    pressed.set(event.pointerId, placeOf(event));
    plot.setPointerCapture(event.pointerId);
    if (pressed.size === 1) gestures.point(placeOf(event).x, placeOf(event).y);
  });
  plot.addEventListener('pointermove', (event) => {
    const now = placeOf(event);
    const before = pressed.get(event.pointerId);
    if (!before) return gestures.point(now.x, now.y);
    const wide = apart();
    pressed.set(event.pointerId, now);
    if (pressed.size === 1) gestures.pan((before.x - now.x) / plot.clientWidth);
    else if (wide > 0 && apart() > 0) {
      const [a, b] = [...pressed.values()];
      gestures.zoom(wide / apart(), ((a?.x ?? 0) + (b?.x ?? 0)) / 2);
    }
  });
  for (const type of ['pointerup', 'pointercancel'] as const) {
    plot.addEventListener(type, ({ pointerId }) => pressed.delete(pointerId));
  }
  plot.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType !== 'touch' && pressed.size === 0) gestures.leave();
  });
}

/** The moves of a plot from buttons and keys. */
export interface PlotMoves {
  zoom(factor: number): void;
  /** By a part of the plot's width; positive goes to later. */
  pan(part: number): void;
  whole(): void;
}

interface PlotKeys extends PlotMoves {
  /** To the answer before or after, the first or the last. */
  walk(to: 'before' | 'after' | 'first' | 'last'): void;
}

/** The keys of a plot, as the panel's own graph has them, with zoom and move. */
export function listenToKeys(plot: HTMLElement, keys: PlotKeys): void {
  const acts = new Map([
    ['ArrowLeft', () => keys.walk('before')],
    ['ArrowRight', () => keys.walk('after')],
    ['Home', () => keys.walk('first')],
    ['End', () => keys.walk('last')],
    ['PageUp', () => keys.pan(-0.25)],
    ['PageDown', () => keys.pan(0.25)],
    ['+', () => keys.zoom(0.5)],
    ['=', () => keys.zoom(0.5)],
    ['-', () => keys.zoom(2)],
    ['0', () => keys.whole()],
  ]);
  plot.addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts.get(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  });
}
