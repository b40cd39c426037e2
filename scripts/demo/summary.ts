/**
 * What the demo prints once it is ready: where it is, who may sign in, and what to do next.
 *
 * @module
 */
import type { Stack } from '../stack.ts';

/** How the demo was started. */
interface DemoStart {
  readonly hasTour: boolean;
  /** File of the data; undefined for memory. */
  readonly db?: string;
  /** Other addresses of this machine that phones may reach. */
  readonly others?: readonly string[] | undefined;
}

/** What a phone in the room can open, and who else can. */
function phoneLines(patientsUrl: string, others: readonly string[]): readonly string[] {
  const { hostname } = new URL(patientsUrl);
  return [
    `  Phones    ${patientsUrl}/answer/…     the patient's page only: links and QR codes carry this address`,
    `            Open to everybody who reaches ${hostname} and has a link, until the demo stops. The link is the only`,
    '            credential. EHR, control pages, service and proxy stay on this machine.',
    ...(others.length > 0
      ? [`            Also in this machine: ${others.join(', ')}. Choose with --host.`]
      : []),
    '            Nothing opens on the phone? Use the same Wi-Fi, and allow Node in this machine’s firewall.',
  ];
}

/** How the tour is given, said to who starts it in English and in Portuguese. */
const tourLines = (ehr: string, hasPhones: boolean): readonly string[] => [
  `  Tour      Open ${ehr}: the guide stands below the pages. Do what it says, then press “Next”: ten minutes.`,
  `  Visita    Abra ${ehr}: o guia fica abaixo das páginas. Faça o que ele diz e clique em “Avançar”: dez minutos.`,
  '            It speaks the browser’s language; the names of languages at the top of the page change it.',
  ...(hasPhones
    ? []
    : ['            For a phone in the room to answer, stop and start again with --host lan.']),
];

/** Returns what is printed once everything runs. */
export function sayStarted(
  { urls, signIns, patientsUrl }: Pick<Stack, 'urls' | 'signIns' | 'patientsUrl'>,
  { hasTour, db, others = [] }: DemoStart,
): string {
  const width = Math.max(...signIns.map(({ email }) => email.length));
  return [
    '',
    '  instrument-panel: demonstration with invented patients',
    '',
    `  EHR       ${urls.ehr}     <- open this one`,
    `  Proxy     ${urls.proxy}`,
    `  Sandbox   ${urls.sandbox}/sandbox     clock, outbox, faults, simulations, reset`,
    ...(hasTour ? ['', ...tourLines(urls.ehr, patientsUrl !== null)] : []),
    ...(patientsUrl === null ? [] : ['', ...phoneLines(patientsUrl, others)]),
    '',
    '  Sign in as',
    ...signIns.map(({ email, password, name }) => `    ${email.padEnd(width)}   ${password}   ${name}`),
    '',
    db === undefined ? '  Data      in memory; -- --db FILE keeps it' : `  Data      ${db}`,
    '  Stop      Ctrl-C',
    '',
  ].join('\n');
}
