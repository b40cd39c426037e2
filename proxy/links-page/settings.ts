import { INVALID, PATH_PARAMS } from '@instrument-panel/client/contract';
import { type LinksPageOptions, type ProxyOptions, requireKnown, requireOption } from '../options.ts';

/** 128 bits, written in base64 without padding. */
const SECRET_LENGTH_MIN = 22;
const SECRET_DISTINCT_MIN = 8;
const SECRET_LENGTH_MAX = 512;

function checkAdministrators(given: LinksPageOptions['administrators']): LinksPageOptions['administrators'] {
  const option = 'linksPage.administrators';
  const isList = Array.isArray(given) && given.length > 0;
  requireOption(option, isList, 'must list who may open the page: [{ name, secret }].');
  for (const [index, administrator] of given.entries()) {
    const at = `${option}[${index}]`;
    requireKnown(at, administrator, ['name', 'secret']);
    const { name, secret } = administrator ?? {};
    const isName = typeof name === 'string' && /^[^\p{Cc}]{1,200}$/u.test(name) && name === name.trim();
    requireOption(
      `${at}.name`,
      isName,
      'must be what the trail calls this person, in at most 200 characters.',
    );
    const isSecret =
      typeof secret === 'string' &&
      secret.length >= SECRET_LENGTH_MIN &&
      secret.length <= SECRET_LENGTH_MAX &&
      /^[\x21-\x7e]+$/.test(secret) &&
      new Set(secret).size >= SECRET_DISTINCT_MIN;
    const sentence = `must be at least ${SECRET_LENGTH_MIN} random characters (openssl rand -base64 24).`;
    requireOption(`${at}.secret`, isSecret, sentence);
  }
  const names = new Set(given.map(({ name }) => name));
  requireOption(option, names.size === given.length, 'must have a name of its own for each person.');
  return given;
}

/** A UUID in lower case; undefined for anything else. */
function toUuid(value: unknown): string | undefined {
  const uuid = typeof value === 'string' ? PATH_PARAMS.professionalId.decode(value) : INVALID;
  return uuid === INVALID ? undefined : uuid;
}

/** The checked option, and the address of its page. */
export interface LinksPageSettings {
  readonly administrators: LinksPageOptions['administrators'];
  /** UUIDs in lower case, each once. */
  readonly professionals: readonly string[];
  readonly register: boolean;
}

/** Checks the option; null if it is not given. Throws a ProxyOptionError. */
export function checkLinksPage(
  given: LinksPageOptions | undefined,
  { mapping, publicUrl }: Pick<ProxyOptions, 'mapping' | 'publicUrl'>,
): LinksPageSettings | null {
  if (given === undefined) return null;
  requireKnown('linksPage', given, ['administrators', 'professionals', 'register']);
  requireOption(
    'linksPage',
    mapping !== undefined,
    'needs the option mapping: without it there are no links.',
  );
  requireOption(
    'linksPage',
    publicUrl !== undefined,
    'needs the option publicUrl: a form from any other address is refused.',
  );
  const { professionals } = given;
  const ids = (Array.isArray(professionals) ? professionals : []).map(toUuid);
  requireOption(
    'linksPage.professionals',
    ids.length > 0 && ids.every((id) => id !== undefined),
    'must list the UUID of every professional of the clinic.',
  );
  const { register = false } = given;
  requireOption('linksPage.register', typeof register === 'boolean', 'must be true or false.');
  return {
    register,
    administrators: checkAdministrators(given.administrators),
    professionals: [...new Set(ids.filter((id) => id !== undefined))],
  };
}
