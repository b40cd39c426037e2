import type { ComponentChildren } from 'preact';

interface NoticeProps {
  readonly kind?: 'plain' | 'warning' | 'danger' | 'done';
  readonly title?: string;
  /** Spoken when it appears; for what the person did not ask for at this moment. */
  readonly isAlert?: boolean;
  readonly children?: ComponentChildren;
}

/** Something to know before going on. */
export function Notice({ kind = 'plain', title, isAlert = false, children }: NoticeProps) {
  return (
    <div class="notice" data-kind={kind} role={isAlert ? 'alert' : undefined}>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  );
}
