import type { ErrorEntries } from './entry.ts';

/** The codes of the typed client, where no answer of service or proxy gave one. */
export const CLIENT_ERRORS = {
  NETWORK: [
    ['client'],
    'No complete answer arrived. In a browser that is a wrong baseUrl, a server that is down, a blocked request (CORS, Content-Security-Policy, mixed content) or no network: it does not tell which.',
    "Look at the browser's own lines in console and network tab. Check baseUrl, that the proxy runs, that its origins list this page, that connect-src allows it, and that an https page asks an https proxy.",
  ],
  TIMEOUT: [
    ['client'],
    'No answer came within timeoutMs.',
    'Check that the server answers; give a longer timeoutMs to calls that are known to be slow.',
  ],
  UNKNOWN_OUTCOME: [
    ['client'],
    'The answer to a write was lost or was a 5xx: it may have been carried out.',
    'Do not repeat it. Look it up (lookUpApplied, or the list), as applyOnce does.',
  ],
  CONTRACT: [
    ['client'],
    'The answer breaks the contract where nothing can be left out, or has a field that cannot be read and onUnreadable is "throw".',
    'Look at the field that the error names. Check that the versions of client and proxy fit.',
  ],
  NOT_JSON: [
    ['client'],
    'Something else than the proxy or the service answered, such as a web page; or the answer is a document.',
    'Open baseUrl and the path in a browser: a sign-in page, the fallback page of your own server and an error page of a load balancer are the usual ones. Read documents with client.file.',
  ],
  HTTP_404: [
    ['client'],
    'A 404 without a code of proxy or service: something else answers at this address.',
    'Check baseUrl: origin and the prefix at which the proxy is mounted, without /third-party/api/v1.',
  ],
  HTTP_xxx: [
    ['client'],
    'An answer with this HTTP status, and without a code of proxy or service: something in between answered, such as a load balancer.',
    'Look at the answer in the network tab, and at what stands between the caller and the proxy.',
  ],
  ON_REQUEST: [
    ['client'],
    'The onRequest hook threw, so nothing was sent.',
    'Look at `thrown` of the error, and correct the hook.',
  ],
  TOKEN_FETCH: [
    ['client'],
    'fetchToken threw, or took more than 30 seconds.',
    'The console and `thrown` of the error have what it threw. Call your server with credentials: "include", check response.ok, and throw with the proxy\'s answer as cause.',
  ],
  TOKEN_MALFORMED: [
    ['client'],
    'fetchToken resolved to something else than { token, expiresIn }, such as a web page, a bare text, or a life in milliseconds.',
    'Return the JSON that POST /session answered: token is the text, expiresIn seconds from now, at most a day.',
  ],
  TOKEN_STOPPED: [
    ['client'],
    'logout() was called, so no token is asked for any more.',
    'Call configure() again, or reload the page, once somebody has signed in.',
  ],
  unsigned: [
    ['client'],
    'A webhook delivery has no signature.',
    'Pass the header X-Service-Signature to verifyWebhook; a proxy in front must pass it on.',
  ],
  forged: [
    ['client'],
    'The signature of a webhook delivery fits none of the secrets.',
    'Compare the secrets, and pass the raw bytes of the body, read before any body parser.',
  ],
  untimely: [
    ['client'],
    'The signature is right, but more than 300 seconds away from the clock here.',
    'Set the clock of the server (NTP); each retry is signed anew.',
  ],
  unreadable: [
    ['client'],
    'The delivery is signed, and is not a JSON object with the id of an event.',
    'Answer 400, and report it to the service.',
  ],
} as const satisfies ErrorEntries;
