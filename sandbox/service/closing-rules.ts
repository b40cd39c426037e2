const DAY = 86_400_000;

/** WhatsApp messages that an application sends in one course; the next request closes it instead (number chosen). */
export const WHATSAPP_LIMIT = 30;

/** An application is closed as expired this long after its course began, in milliseconds: three years (chosen). */
export const EXPIRES_AFTER = 1096 * DAY;
