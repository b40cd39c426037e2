import { nowBy } from '@instrument-panel/shared/panel/clock';
import { signal } from '@preact/signals';
import { h, render } from 'preact';
import type { ListSnapshot } from '../../extension/background/service/list.ts';
import type { SiteStatus, TabStatus } from '../../extension/intents/protocol.ts';
import { Mark } from '../../extension/list/mark.ts';
import { createListSpeech, sayView, toSummary } from '../../extension/list/summary.ts';
import { ApplyFormView } from '../../extension/panel/apply-form.ts';
import { ChangeStore } from '../../extension/panel/change-store.ts';
import { ChartStore } from '../../extension/panel/chart-store.ts';
import { PatientSession } from '../../extension/panel/session.ts';
import { speechFor } from '../../extension/panel/speech.ts';
import { createPanelView } from '../../extension/panel/views/panel-view.ts';
import { Popup } from '../../extension/popup/popup.tsx';
import { PatientStore } from '../../extension/side/patient-store.ts';
import { HistorySection } from '../../extension/side/sections/history.tsx';
import type { SurfaceClient } from '../../extension/surface/client.ts';

/** The extension's panel, a mark of a list, the side panel's history and the popup in a page of the test, whose background is in Node. */
interface Background {
  readonly value?: unknown;
  readonly problem?: object;
}
declare global {
  /** Takes and gives JSON. */
  var askBackground: (key: string, intent: string, input: string) => Promise<string>;
  var openExtension: (
    key: string,
    formId: string,
    has: { readonly hasAxis: boolean; readonly hasHistory: boolean; readonly hasPopup: boolean },
  ) => Promise<{
    readonly panel: HTMLElement;
    readonly mark: HTMLElement;
    /** What the mark says of the instrument: where the patient stands, and of risk. */
    readonly lines: readonly string[];
    /** The side panel's section of all that was asked. */
    readonly history: HTMLElement;
    /** The popup of the extension's button, after new answers of the patient. */
    readonly popup: HTMLElement;
    close(): void;
  }>;
}

const speech = speechFor('en');
const listSpeech = createListSpeech('en');
const noop = (): void => {};

async function ask(key: string, intent: string, input: unknown): Promise<unknown> {
  const said = await globalThis.askBackground(key, intent, JSON.stringify(input));
  const { value, problem } = JSON.parse(said) as Background;
  if (problem) throw Object.assign(new Error('refused'), { problem });
  return value;
}

async function openMark(key: string, formId: string) {
  const mark = new Mark(listSpeech, noop);
  let lines: readonly string[] = [];
  try {
    const read = (await ask(key, 'list.read', {})) as ListSnapshot;
    const [row] = read.rows;
    if (row?.state === 'course') {
      const summary = toSummary(row, read);
      mark.show({ state: 'course', summary });
      const view = summary.views.find((one) => one.formId === formId);
      const [sentence = '', ...rest] = view ? sayView(listSpeech, view, nowBy(summary.clock)) : [];
      lines = view
        ? [sentence, rest.join(' ')]
        : [summary.views.length > 0 ? '' : (mark.button.ariaLabel ?? '')];
    } else mark.show({ state: row?.state ?? 'failed', said: listSpeech.list[row?.state ?? 'failed'] });
  } catch {
    mark.show({ state: 'failed', said: listSpeech.list.failed });
  }
  return { mark, lines };
}

/** Shows the side panel's history of the patient; what it waits for is read before it is drawn. */
async function openHistory(key: string, formId: string) {
  const read: SurfaceClient['read'] = (intent, input) => ask(key, intent, input) as never;
  const identity = { keys: [{ system: 'mrn', value: key }] };
  const patient = new PatientStore({ read } as SurfaceClient, 'en', key, identity);
  await patient.reading('history.read', {}).load();
  await patient.reading('analysis.read', { formId }).load();
  const history = document.createElement('div');
  render(h(HistorySection, { store: null as never, patient }), history);
  return {
    history,
    close() {
      render(null, history);
      patient.end();
    },
  };
}

/** Shows the popup over the page of the patient. */
async function openPopup(key: string) {
  const { counts, read: news } = (await ask(key, 'news.read', {})) as {
    readonly counts: SiteStatus['news'];
    readonly read: unknown;
  };
  const read = async (intent: string) => (intent === 'news.read' ? news : ask(key, intent, {}));
  const client = { read, connection: signal('open'), environment: {} } as unknown as SurfaceClient;
  const site = {
    profileId: 'truth',
    name: 'Truth',
    isEnabled: true,
    isGranted: true,
    signIn: 'signed-in',
    source: 'own',
  };
  const status = {
    site: { ...site, news: counts },
    context: { state: 'known', epoch: key },
    frames: [{ mounts: true, facts: { type: 'chart', gaps: [] } }],
    tabId: null,
  } as unknown as TabStatus;
  const popup = document.createElement('div');
  render(h(Popup, { client, status }), popup);
  while (popup.querySelector('.wait')) await new Promise((resolve) => setTimeout(resolve, 5));
  return popup;
}

/** Opens the panel with the course of an instrument unfolded, and the mark of the patient's row. */
globalThis.openExtension = async (key, formId, { hasAxis, hasHistory, hasPopup }) => {
  const session = new PatientSession(
    { ask: async (epoch, intent, input) => ask(epoch ?? '', intent, input) },
    { epoch: key, identity: { keys: [{ system: 'mrn', value: key }] } },
  );
  const store = new ChartStore(session);
  const changes = new ChangeStore(session, noop);
  const form = new ApplyFormView(session, null, speech.apply, noop);
  const actions = { item: noop, side: noop, toggle: noop, apply: noop, leaveForm: noop };
  const view = createPanelView({ store, changes, form, speech, actions, recent: () => [] }, { show: noop });
  const [{ mark, lines }, popup, past] = await Promise.all([
    openMark(key, formId),
    hasPopup ? openPopup(key) : document.createElement('div'),
    hasHistory ? openHistory(key, formId) : { history: document.createElement('div'), close() {} },
    store.read(),
  ]);
  // The view draws once a turn.
  await new Promise((resolve) => setTimeout(resolve));
  const row = view.element.querySelector<HTMLButtonElement>(`[data-form-id="${formId}"] th button`);
  if (row) {
    row.click();
    await store.readAnalysis(formId);
    if (hasAxis) view.element.querySelector<HTMLButtonElement>('.foot .quiet:not([hidden])')?.click();
    await new Promise((resolve) => setTimeout(resolve));
  }
  return {
    panel: view.element,
    mark: mark.button,
    lines,
    history: past.history,
    popup,
    close() {
      render(null, popup);
      past.close();
      view.end();
      mark.remove();
      session.end();
      changes.end();
      form.end();
      store.end();
    },
  };
};
