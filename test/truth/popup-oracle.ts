import type { TrueCourse, Wire } from './clinic.ts';
import {
  type Finding,
  finding,
  isFuture,
  type Json,
  newsOf,
  riskOf,
  sayDay,
  sayMinute,
  toAt,
  toList,
  toObject,
} from './evidence.ts';
import type { ShownPopup } from './surfaces.ts';

const KNOWN_TEXTS = [
  /^Confirmed by the service’s record\.$/,
  /^Scores of this patient are shown on the page\.$/,
  /^No new answers\.$/,
];
const SUMMARY = /^(\d+) new answers?(?:, (\d+) high risk)?$/;
const UNREAD = /^(\d+) items? could not be read and (?:is|are) not shown\.$/;
const isUuid = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function nameOf({ name, surname }: Json): string {
  const said = [name, surname].filter(isText).map((part) => part.trim());
  return said.join(' ') || 'patient with no name on record';
}

function ofItem(
  { name, risk, said }: ShownPopup['items'][number],
  rows: readonly Json[],
  patient: Json,
  { patientId }: TrueCourse,
): Finding[] {
  const what = `${name}, ${risk}, ${said}`;
  const carriers = rows.filter((row) => {
    const { templateId, shortTitle, title } = toObject(row.formTemplate);
    const instrument = [shortTitle, title].find(isText)?.trim() ?? 'unknown instrument';
    const at = toAt(row.completedFillAt);
    const names = ['patient not known', ...(row.patientId === patientId ? [nameOf(patient)] : [])];
    const moment = at === null || isFuture(at) ? '' : `, ${sayMinute(at)}`;
    return (
      [`${instrument}${moment}`, ...(isUuid(templateId) ? [] : [`unknown instrument${moment}`])].includes(
        said,
      ) && names.includes(name)
    );
  });
  if (carriers.length === 0) return [finding('not carried', what)];
  const isHigh = carriers.some(({ hasHighRisk }) => hasHighRisk === true);
  const [isFlagged, isUnknown, isNone] = (['flagged', 'unknown', 'none'] as const).map((kind) =>
    carriers.some((row) => riskOf(row) === kind),
  );
  const isSaid = ['High risk', 'Risk flag'].includes(risk);
  return [
    ...(!isSaid && !isUnknown && !isNone ? [finding('lost flag', what)] : []),
    ...(risk === '' && !isNone ? [finding('absent called none', what)] : []),
    ...((risk === 'High risk' && !isHigh) || (isSaid && !isFlagged)
      ? [finding('risk not carried', what)]
      : []),
    ...(['', 'High risk', 'Risk flag', 'Risk data unavailable'].includes(risk)
      ? []
      : [finding('unknown sentence', what)]),
  ];
}

/** Judges what the popup says of the patient of the page, and of answers that were announced. */
export function judgePopup({ person, items, texts }: ShownPopup, wire: Wire, course: TrueCourse): Finding[] {
  const ids = newsOf(course);
  const rows = toList(wire.submissions)
    .map(toObject)
    .filter(({ id }) => ids.includes(id as number));
  const patient = toObject(wire.patient);
  const born = toAt(patient.birthday);
  const birthday = born === null ? 'date of birth not recorded' : `born ${sayDay(born)}`;
  const summary = texts.find((text) => SUMMARY.test(text)) ?? '';
  const [, count, high = 0] = SUMMARY.exec(summary) ?? [];
  const unread = Number(texts.map((text) => UNREAD.exec(text)?.[1]).find(Boolean) ?? 0);
  const marked = items.filter(({ risk }) => risk === 'High risk').length;
  return [
    ...(person !== '' && person !== `${nameOf(patient)}, ${birthday}`
      ? [finding('not carried', person)]
      : []),
    ...(person !== '' && patient.serviceId !== course.patientId ? [finding("another's", person)] : []),
    ...items.flatMap((item) => ofItem(item, rows, patient, course)),
    ...(Number(count) !== ids.length || items.length + unread !== ids.length
      ? [finding('silent loss', `${count}: ${items.length} of ${ids.length} answers, ${unread} unread`)]
      : []),
    ...(Number(high) !== marked ? [finding('lost flag', `${summary}, ${marked} marked`)] : []),
    ...texts
      .filter((text) => ![...KNOWN_TEXTS, SUMMARY, UNREAD].some((one) => one.test(text)))
      .map((text) => finding('unknown sentence', text)),
  ];
}
