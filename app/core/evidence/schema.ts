// The database's shape. Two ideas make a million events quick:
// - Everything that can be filtered by, except time and session, is a word of a small vocabulary. The
//   combinations that occur are numbered: `kinds`, so that a filter is a question to that small table, and
//   `broad_kinds`, which leave out tool, rule and the searched text (`texts`) and are some hundred at most.
// - Events are counted in slots of time: by broad kind in slots of three widths, by kind in days. Histograms
//   and facets read counts, and events only where a range begins or ends within a slot.

/** Widths of the tallies' slots, milliseconds, each a multiple of the next. A slot is named by its start. */
export const spans = [86_400_000, 3_600_000, 600_000] as const;
/** Width of the slots in which events are counted by kind. */
export const daySpan = spans[0];

/** Version n of the schema is the n-th list applied to version n - 1. */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE broad_kinds (
      id INTEGER PRIMARY KEY,
      host TEXT NOT NULL, hook TEXT NOT NULL, mode TEXT NOT NULL, decision TEXT NOT NULL, risk TEXT NOT NULL,
      UNIQUE (host, hook, mode, decision, risk)
    )`,
    'CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)',
    // `key` is a digest of all that makes the kind.
    `CREATE TABLE kinds (
      id INTEGER PRIMARY KEY,
      key BLOB NOT NULL UNIQUE,
      broad INTEGER NOT NULL,
      words INTEGER NOT NULL,
      count INTEGER NOT NULL DEFAULT 0,
      last_at INTEGER NOT NULL DEFAULT 0,
      host TEXT NOT NULL, hook TEXT NOT NULL, mode TEXT NOT NULL, decision TEXT NOT NULL, risk TEXT NOT NULL,
      tool TEXT, rule TEXT
    )`,
    // `n` grows in the order of arrival and is never used twice, so that a follower can ask for what is new.
    // `tie` orders events of one millisecond as their ids do.
    `CREATE TABLE events (
      n INTEGER PRIMARY KEY AUTOINCREMENT,
      uid BLOB NOT NULL UNIQUE,
      at INTEGER NOT NULL,
      tie INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      session INTEGER,
      request INTEGER,
      total_ms REAL,
      classify_ms REAL,
      json TEXT NOT NULL
    )`,
    'CREATE INDEX events_by_time ON events (at, tie, kind)',
    'CREATE INDEX events_by_kind ON events (kind, at, tie)',
    'CREATE INDEX events_by_session ON events (session, at, tie) WHERE session IS NOT NULL',
    'CREATE INDEX events_by_request ON events (request) WHERE request IS NOT NULL',
    `CREATE TABLE tallies (
      span INTEGER NOT NULL, slot INTEGER NOT NULL, broad INTEGER NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY (span, slot, broad)
    ) WITHOUT ROWID`,
    'CREATE TABLE day_tallies (slot INTEGER NOT NULL, kind INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (slot, kind)) WITHOUT ROWID',
    'CREATE TABLE marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID',
    'CREATE TABLE quarantined (reason TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID',
  ],
];

/** Start of the slot that holds a time; SQLite's % keeps the sign, and times before 1970 are negative. */
export function slotOf(column: string, span: number): string {
  const s = String(span);
  return `(${column} - ((${column} % ${s}) + ${s}) % ${s})`;
}
