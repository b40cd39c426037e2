import {
  decideLink,
  previewLinks,
  registerListed,
  removeLink,
  reportLinks,
  showLinks,
  writeLinks,
} from '@instrument-panel/client/proxy';
import type { Audit } from '../audit/audit.ts';
import type { Call, ProxyResponse } from '../exchange.ts';
import type { Service } from '../forward/service.ts';
import { type LinkedBy, makeLinks } from '../mapping/bulk-link.ts';
import { LinkFileError } from '../mapping/link-file.ts';
import { toReportCsv } from '../mapping/link-report.ts';
import { createLinkHasher } from '../mapping/mapping-call.ts';
import { createSharedStore } from '../mapping/shared-store.ts';
import { Refusal } from '../refusal.ts';
import { type OwnRoute, toRouteName } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { createDecisions } from './decisions.ts';
import { createDoor, createSessionRoutes, toActor, type Work } from './door.ts';
import {
  packLinks,
  packList,
  readPacked,
  readShown,
  readText,
  readUpload,
  type UploadedList,
} from './list.ts';
import { createLook, createQueue, type Look } from './look.ts';
import { createOrigins, type PageLinks } from './origins.ts';
import { type PageBase, sayRefused, uploadPage } from './pages.ts';
import { type Preview, previewPage, readShow, toShownRows } from './preview-page.ts';
import { countResults, resultAlonePage, resultNotice, type ShowAfter } from './result.ts';
import type { LinksPageSettings } from './settings.ts';

/** What works on the list that a form carries. */
type ListWork = (base: PageBase, list: UploadedList, form: FormData, call: Call) => Promise<ProxyResponse>;

type ShowParts = Omit<Preview, 'origins' | 'shown' | 'certain'> & { readonly show: string };

/** Tells the trail which list it was, and whose data the answer holds. */
function tellShown(call: Call, { source }: Look, patientIds: readonly (string | null)[]): void {
  call.jti = source;
  call.shown = [...new Set(patientIds.filter((id) => id !== null))];
}

/** What the forms of the page share: how a list is compared, shown, and named in the trail. */
function createPage(
  settings: Settings,
  linksPage: LinksPageSettings,
  service: Service,
  links: PageLinks,
  address: string,
) {
  const look = createLook(settings, service, links, linksPage);
  const readOrigins = createOrigins(links);
  const enqueue = createQueue();

  /** Shows a part of what was looked at; the trail names the patients on it. */
  async function show(parts: ShowParts, call: Call): Promise<ProxyResponse> {
    const { look: seen } = parts;
    const shown = readShow(parts.show, seen);
    const rows = toShownRows(seen, shown);
    const origins = await readOrigins(seen, rows);
    const ofRows = rows.flatMap(({ judgement }) =>
      judgement.candidates.map(({ patient }) => patient.patientId),
    );
    const ofLinks = [...origins.values()].flatMap((opposed) => opposed.map(({ patientId }) => patientId));
    tellShown(call, seen, [...ofRows, ...ofLinks]);
    return previewPage({ ...parts, origins, shown, certain: packLinks(seen.certain) });
  }

  const showAfter: ShowAfter = async ({ base, list, call, before, ...said }) => {
    const common = { ...base, list, packed: await packList(list) };
    try {
      return await show({ ...common, look: await look(list, call), ...said }, call);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return resultAlonePage({ ...common, certain: packLinks(before.certain) }, said.notice);
    }
  };

  return {
    ...{ look, readOrigins, tellShown, show, showAfter },
    toLinkedBy: ({ session }: PageBase, { source }: Look, { request }: Call, route: string): LinkedBy => ({
      ...{ who: toActor(session.name), source, route, page: address, request },
    }),
    /** Reads the list that a form carries, and works on it when it is next in the queue. */
    onList:
      (work: ListWork): Work =>
      async (base, form, call) => {
        try {
          const list = (await readPacked(form)) ?? (await readUpload(form));
          if (list === 'none' || list === 'both') return await uploadPage(422, base, base.words.upload[list]);
          return await enqueue(() => work(base, list, form, call));
        } catch (error) {
          if (!(error instanceof LinkFileError)) throw error;
          call.refused = 'LIST_REFUSED';
          return uploadPage(422, base, sayRefused(error.problem, base.words));
        }
      },
  };
}
type Page = ReturnType<typeof createPage>;

const createPreview =
  ({ look, show }: Page): ListWork =>
  async (base, list, form, call) => {
    const packed = await packList(list);
    const parts = { ...base, list, packed, look: await look(list, call), show: readText(form, 'show') };
    return show({ ...parts, heading: base.words.preview }, call);
  };

const createReport =
  ({ look }: Page): ListWork =>
  async ({ words }, list, _, call) => {
    const seen = await look(list, call);
    const ids = seen.all.flatMap(({ judgement }) =>
      judgement.candidates.map(({ patient }) => patient.patientId),
    );
    tellShown(call, seen, ids);
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="links-report.csv"',
      'cross-origin-resource-policy': 'same-origin',
    };
    return { status: 200, headers, body: toReportCsv(seen.all, words) };
  };

const createWrite =
  (
    { look, showAfter, toLinkedBy }: Page,
    { store }: PageLinks,
    parts: { readonly audit: Audit; readonly clock: () => number },
  ): ListWork =>
  async (base, list, form, call) => {
    const seen = await look(list, call);
    const shown = readShown(form);
    const wanted = seen.certain.filter(shown.has);
    const by = toLinkedBy(base, seen, call, toRouteName(writeLinks));
    const results = await makeLinks(parts, wanted, store, by);
    const notice = resultNotice(countResults(seen, results, shown), base.words);
    const heading = base.words.result.title;
    return showAfter({ base, list, call, before: seen, heading, notice, show: '' });
  };

/** `/links`: the page on which administrators link patients in bulk. */
export function createLinksPageRoutes(
  settings: Settings,
  { service, audit }: { readonly service: Service; readonly audit: Audit },
): readonly OwnRoute[] {
  const { linksPage, mapping, publicUrl, clock } = settings;
  if (!linksPage || !mapping || publicUrl === null) return [];
  const address = `${publicUrl}${showLinks.path}`;
  const door = createDoor(settings, linksPage, address);
  const hasher = createLinkHasher(mapping.key);
  const links = { hasher, store: createSharedStore(settings, hasher.fingerprint) };
  const page = createPage(settings, linksPage, service, links, address);
  const serve = (work: ListWork) => door.serveForm(page.onList(work));
  const decisions = createDecisions({ ...page, links, service, settings, audit, clock });
  return [
    ...createSessionRoutes(door, settings, audit),
    { endpoint: previewLinks, serve: serve(createPreview(page)) },
    { endpoint: reportLinks, serve: serve(createReport(page)) },
    { endpoint: writeLinks, serve: serve(createWrite(page, links, { audit, clock })) },
    { endpoint: decideLink, serve: serve(decisions.decide) },
    { endpoint: removeLink, serve: serve(decisions.remove) },
    ...(linksPage.register ? [{ endpoint: registerListed, serve: serve(decisions.register) }] : []),
  ];
}
