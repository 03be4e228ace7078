// The window's pictograms, drawn on a 20-unit grid. Decoration only: the words beside them carry the meaning.
import type { ReactNode } from 'react';

const shield = 'M10 2.5 16 4.8v4.6c0 3.7-2.4 6.6-6 8.1-3.6-1.5-6-4.4-6-8.1V4.8Z';

const drawings = {
  timeline: <path d="M3 16.5h14M5 13.5v-3M8.3 13.5v-7M11.7 13.5v-4.500M15 13.5v-9" />,
  harnesses: <path d="M7 3v3.500M13 3v3.500M5 6.500h10v3a5 5 0 0 1-10 0ZM10 14.500V18" />,
  protection: <path d={shield} />,
  settings: <path d="M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4" />,
  setup: <path d="M4 5.500 5.200 6.700 7.500 4.300M4 10.500l1.200 1.200 2.300-2.400M4 15.500l1.200 1.200 2.300-2.400M10.500 5.500H17M10.500 10.500H17M10.500 15.500H17" />,
  trash: <path d="M4 5.500h12M8 5.500V3.500h4v2M5.500 5.500l.8 11h7.400l.8-11M8.500 8.800v4.800M11.500 8.800v4.800" />,
  search: <path d="M8.800 14.100a5.300 5.300 0 1 0 0-10.600 5.300 5.300 0 0 0 0 10.600ZM12.700 12.700 17 17" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  check: <path d="m4.500 10.500 3.600 3.600 7.400-8.200" />,
  chevron: <path d="m7.500 4.500 5.500 5.500-5.500 5.500" />,
  down: <path d="m4.500 7.500 5.500 5.500 5.500-5.500" />,
  pause: <path d="M7 4.500v11M13 4.500v11" />,
  play: <path d="M6.500 4v12l9.500-6Z" />,
  copy: <path d="M7 7V3.500h9.500V13H13M3.500 7H13v9.500H3.500Z" />,
  export: <path d="M10 12.500V3M6.500 6 10 2.800 13.500 6M4 11.500V17h12v-5.500" />,
  repair: <path d="M12.200 3.200a4.300 4.300 0 0 0-4 5.900L3 14.300 5.700 17l5.200-5.200a4.300 4.300 0 0 0 5.700-5l-2.500 2.400-2.600-.7-.7-2.600 2.400-2.500a4.300 4.300 0 0 0-1-.2Z" />,
  refresh: <path d="M16 10a6 6 0 1 1-1.800-4.300M16.300 3v3.200h-3.200" />,
  external: <path d="M8 4H4v12h12v-4M11 3.500h5.500V9M16.500 3.500 9.500 10.500" />,
  key: <path d="M12.800 11.200a4 4 0 1 0-3.800-2.700L3.500 14v2.500h3V14.500h2v-2h2l.9-.9c.4.100.9.200 1.400.200ZM13.500 6.600v.010" />,
  info: <path d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 9.200V13.500M10 6.500v.010" />,
  warning: <path d="M10 3.300 17.500 16.500h-15ZM10 8.300v3.700M10 14.200v.010" />,
  question: <path d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM7.900 8.200c.1-1.200 1-2 2.200-2s2.100.8 2.100 1.900c0 1.500-2.200 1.700-2.200 3.300M10 13.900v.010" />,
  file: <path d="M5 2.500h6.500L15 6v11.500H5ZM11.500 2.500V6H15" />,
  folder: <path d="M2.500 5h5l1.500 2h8.500v9h-15Z" />,
  lock: <path d="M4.500 9h11v7.500h-11ZM7 9V6.500a3 3 0 0 1 6 0V9" />,
  bell: <path d="M5 13.500V9a5 5 0 0 1 10 0v4.500l1.500 1.500h-13ZM8.500 17.300h3" />,
  session: <path d="M3.500 4.500h13v9h-7L6 16.500v-3H3.500Z" />,
  dot: <path d="M10 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z" fill="currentColor" />,
  // The states of protection. Their outlines differ, so that colour is never the only sign.
  'state-off': <path d="M10 16.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM5.500 14.500l9-9" />,
  'state-shadow': (
    <>
      <path d="M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5Z" />
      <path d="M10 12.300a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600Z" />
    </>
  ),
  'state-warn': (
    <>
      <path d={shield} />
      <path d="M10 6.500v4.500M10 13.400v.010" />
    </>
  ),
  'state-block': (
    <>
      <path d={shield} fill="currentColor" />
      <path d="M6.800 10h6.400" stroke="var(--surface)" />
    </>
  ),
  'state-paused': <path d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM8.300 7.500v5M11.700 7.500v5" />,
  'state-degraded': <path d="M10 2.500 4 4.800v4.600c0 2.500 1 4.600 2.900 6.200l2-3.600-2-2.800L10 6ZM11.500 3.100 16 4.800v4.600c0 3.700-2.400 6.600-6 8.100l1.800-4.300-1.700-2.700 1.900-3Z" />,
  'state-attention': <path d="M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15ZM10 6v5M10 13.700v.010" />,
  // What was decided.
  allow: <path d="m5 10.500 3.300 3.300L15 6.700" />,
  monitor: (
    <>
      <path d="M2.500 10s2.800-4.500 7.500-4.500 7.500 4.500 7.500 4.500-2.800 4.500-7.500 4.500S2.500 10 2.500 10Z" />
      <path d="M10 11.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3Z" />
    </>
  ),
  warn: <path d="M10 3.300 17.500 16.500h-15ZM10 8.300v3.700M10 14.200v.010" />,
  block: <path d="M6.900 2.500h6.200l4.400 4.400v6.200l-4.400 4.400H6.900l-4.400-4.400V6.900ZM6.500 10h7" />,
  unavailable: <path d="M10 16.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM7 10h.010M10 10h.010M13 10h.010" strokeWidth={1.9} />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className={`icon icon-${name}`} width={size} height={size} viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth={1.6} strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}

/** The product's mark: a cut stone with light in it. */
export function Mark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path className="mark-body" d="M12 1.500 21 7v10l-9 5.500L3 17V7Z" />
      <path className="mark-light" d="M12 1.500 8 9.300 12 22.500 16 9.300ZM3 7l5 2.300M21 7l-5 2.300M8 9.300h8" />
    </svg>
  );
}
