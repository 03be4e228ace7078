import { useEffect, useRef, type ReactNode } from 'react';

/** One view: its heading takes the focus when the view opens, so that a screen reader says where it is. */
export function Page({ title, lead, actions, children, wide = false }: { readonly title: string; readonly lead?: ReactNode; readonly actions?: ReactNode; readonly children: ReactNode; readonly wide?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={`page ${wide ? 'page-wide' : ''}`}>
      <header className="page-head">
        <div className="grow">
          <h1 ref={heading} tabIndex={-1}>{title}</h1>
          {lead ? <p className="page-lead">{lead}</p> : null}
        </div>
        {actions ? <div className="row page-actions">{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}

export function Section({ title, about, actions, children }: { readonly title: string; readonly about?: ReactNode; readonly actions?: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="section">
      <div className="section-head">
        <div className="grow">
          <h2>{title}</h2>
          {about ? <p className="soft section-about">{about}</p> : null}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A row of settings: what it is on the left, its control on the right. */
export function SettingRow({ title, about, children }: { readonly title: string; readonly about?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="setting-row">
      <div className="grow">
        <h3>{title}</h3>
        {about ? <p className="softer small">{about}</p> : null}
      </div>
      <div className="setting-control">{children}</div>
    </div>
  );
}

export function Empty({ title, children, action }: { readonly title: string; readonly children?: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children ? <div className="soft empty-text">{children}</div> : null}
      {action ? <div className="row row-wrap empty-actions">{action}</div> : null}
    </div>
  );
}

/** A table that may be wider than the window: it scrolls by itself, by keyboard, too. */
export function TableFrame({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return <div className="panel table-scroll" role="region" aria-label={label} tabIndex={0}>{children}</div>;
}
