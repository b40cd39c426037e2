import type { DemoSignIn } from './pages/sign-in.ts';
import type { StaffMember } from './staff/staff.ts';

/** How the demo EHR is made. */
export interface EhrOptions {
  /**
   * Origin that browsers open. Without it, or with a loopback one, the EHR answers at every loopback name
   * (localhost, 127.0.0.1) and at no other.
   */
  readonly publicUrl?: string;
  /** Origin of the proxy; a function where it is known only once the EHR listens. */
  readonly proxyUrl: string | (() => string);
  readonly staff: readonly StaffMember[];
  /** Shown on the sign-in page. @default none */
  readonly demoSignIns?: readonly DemoSignIn[];
  /** Path of the widget's bundle, as `scripts/build-widget.ts` writes it. */
  readonly widgetFile: string;
  /** Milliseconds since 1970, for the dates on the pages. @default Date.now */
  readonly now?: () => number;
  /** IANA time zone of the clinic. @default America/Sao_Paulo */
  readonly timeZone?: string;
  /** Told of internal errors by name and place, never with data. @default standard error */
  readonly log?: (line: string) => void;
}
