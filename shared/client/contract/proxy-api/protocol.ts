/**
 * What elements and extension say to a proxy, and understand of it: the endpoints, their fields, the token. It is counted up
 * where one of two versions could no longer work with the other; what is added, or left out by readers, needs no new number.
 */
export const PROTOCOL = 1;

/**
 * `Accept` of a request to a proxy, with its protocol. Of the headers that a script may send, a proxy of any version lets
 * `Accept` through: a header of its own would be refused by one that does not know it, before that could say why.
 */
export const JSON_OF_PROTOCOL: `application/json;protocol=${typeof PROTOCOL}` = 'application/json;protocol=1';

/** The header with which each answer of a proxy says the newest protocol that it serves. */
export const PROTOCOL_HEADER = 'instrument-panel-protocol';

/** Header of a part that is a list, with the value `true` if nothing follows its last row; absent if that is not known. */
export const END_HEADER = 'instrument-panel-end';
