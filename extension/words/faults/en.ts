import type { FaultWords } from './words.ts';

export const en: FaultWords = {
  missing: 'is missing',
  is: (given) => `is ${given}`,
  accepted: 'accepted is',
  oneOf: 'one of',
  types: {
    string: 'text in quotes',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list in […]',
    object: 'an object in {…}',
  },
  bounds: {
    most: (limit) => `at most ${limit}`,
    least: (limit) => `at least ${limit}`,
    more: (limit) => `more than ${limit}`,
  },
  units: { characters: 'characters', entries: 'entries' },
  json: (detail) => `is no JSON (${detail})`,
  unknownField: 'is no field of a profile at this place; the fields are listed in docs/profiles.md',
  form: 'one of the forms in docs/profiles.md',
  id: 'lower-case letters, digits and "-", such as "clinic-west"',
  checks: {
    proxy: () =>
      'it is no address of a proxy; accepted is https (http on localhost), a host and a path, such as https://proxy.clinic.example',
    matchShape: () =>
      'it is no match pattern; accepted is a scheme, a host and a path, such as https://ehr.example/* or https://*.ehr.example:8443/app/*',
    everySite: () => 'it is every site there is; name the host, such as https://ehr.example/*',
    topLevel: () => 'it is a whole top-level domain; name the host, such as https://*.ehr.example/*',
    host: () => 'it has a host that is none',
    https: () =>
      'it is not https; http is accepted for localhost and 127.0.0.1 only, since anybody on the way could change such a page',
    port: () => 'it has a port over 65535',
    regex: (detail) => `it is no regular expression with the flag u (${detail})`,
    backReference: () =>
      'it refers back to a group, which can take the page’s time without end; write what is expected instead',
    flags: () => 'it changes its flags within; write both cases, as in [Mm]',
    nested: () =>
      'it repeats a group that itself repeats or chooses, as in (a+)+, which can take the page’s time without end; write one repeated character class instead, as in [a-z ]+',
    overlap: (most) =>
      `it repeats the same characters without end in more than ${most} places, as in .*.*.*; say more exactly what stands between`,
  },
  notItsOwn: (from) => `though the document is that of ${from ?? 'nobody'}; a proxy speaks for itself only`,
  taken: (id) =>
    `is another than that of the profile "${id}" which is here already; a proxy speaks for itself only`,
};
