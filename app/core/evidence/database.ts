// The one file that knows the SQLite client. It is loaded on first use, since most commands need none, and
// its native part may be missing. Calls block the thread while they run: callers keep each of them short.
import { chmodSync, closeSync, constants, lstatSync, openSync } from 'node:fs';
import fs from 'node:fs/promises';
import type * as Sqlite3 from '@libsql/client/sqlite3';
import type { Client, InArgs, InStatement, InValue, Row, Transaction } from '@libsql/client/sqlite3';
import type { Failure, Result } from '../../../installers/engine/plan.ts';
import { damagedDatabase, damagedDatabases, databaseFiles, type EvidencePlaces } from './places.ts';
import { migrations } from './schema.ts';

export type { InArgs as Arguments, InStatement as Statement, InValue as Value, Row };

/** How long a statement waits for another process's write, milliseconds. */
const busyMs = 5000;

/** Databases that were found damaged are kept for a person to look at; no more than these. */
const maxDamaged = 2;

/** The file's content is not a (sound) database. Thrown by every method of `Database`. */
export class DamagedDatabase extends Error {}

export interface Database {
  all(sql: string, args?: InArgs): Promise<readonly Row[]>;
  /** For what answers nothing. A statement that was prepared is stepped once only, and one that wants more (a vacuum) would stay open. */
  run(sql: string): Promise<void>;
  /** All of them in one write transaction, or none. @returns rows that each statement changed */
  write(statements: readonly InStatement[]): Promise<readonly number[]>;
  /** Which file was opened. */
  readonly identity: string;
  /** Whether the file that was opened is still the one at its place: an uninstall may have deleted it. */
  inPlace(): boolean;
  close(): void;
}

export interface Opened {
  readonly database: Database;
  /** Where a damaged database was put; null: it was sound, or new. */
  readonly setAside: string | null;
}

type Sqlite = typeof Sqlite3;

async function loadClient(): Promise<Result<Sqlite>> {
  try {
    return { ok: true, value: await import('@libsql/client/sqlite3') };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown error';
    return { ok: false, failure: { code: 'sqlite-missing', sentence: `The SQLite client of this installation cannot be loaded (${why.slice(0, 200)}), so stored evidence cannot be read. Install Silmaril again.` } };
  }
}

/**
 * Opens the evidence database, and makes it when it is not there. A damaged one is set aside and a new one
 * started. Fails with `sqlite-missing`, `database-newer`, `database-refused` (a link, a folder or a foreign
 * file in its place) or `database-unusable`.
 */
export async function openDatabase(places: EvidencePlaces, uid: number): Promise<Result<Opened>> {
  const sqlite = await loadClient();
  if (!sqlite.ok) return sqlite;
  const folder = ownFolder(places.root, uid);
  if (!folder.ok) return folder;
  let setAside: string | null = null;
  for (let attempt = 0; ; attempt++) {
    const file = ownFile(places.database, uid);
    if (!file.ok) return file;
    const found = identityOf(places.database);
    try {
      const opened = await open(sqlite.value, places.database);
      return opened.ok ? { ok: true, value: { database: opened.value, setAside } } : opened;
    } catch (error) {
      if (!(error instanceof DamagedDatabase) || attempt > 0) return unusable(places.database, error);
      setAside = await setDatabaseAside(places, found);
    }
  }
}

/** The folder is real and ours; hooks make it private, and so it is kept. */
function ownFolder(folder: string, uid: number): Result<null> {
  try {
    const stat = lstatSync(folder);
    if (!stat.isDirectory()) return refusedPlace(folder, 'it is not a real folder');
    if (stat.uid !== uid) return refusedPlace(folder, `it belongs to user id ${String(stat.uid)}`);
    if ((stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
    return { ok: true, value: null };
  } catch (error) {
    return unusable(folder, error);
  }
}

/**
 * The file exists, is regular, ours and private; SQLite gives its companions the same mode. An existing file
 * is looked at by its path, in our own private folder: POSIX drops all locks that this process has on a file
 * when it closes any descriptor of it, so opening one beside a live connection would let others corrupt it.
 */
function ownFile(file: string, uid: number): Result<null> {
  try {
    try {
      closeSync(openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const stat = lstatSync(file);
    if (!stat.isFile()) return refusedPlace(file, 'it is not a regular file');
    if (stat.uid !== uid) return refusedPlace(file, `it belongs to user id ${String(stat.uid)}`);
    if ((stat.mode & 0o777) !== 0o600) chmodSync(file, 0o600);
    return { ok: true, value: null };
  } catch (error) {
    return unusable(file, error);
  }
}

function refusedPlace(file: string, why: string): Result<never> {
  return { ok: false, failure: { code: 'database-refused', sentence: `${file} is not used for the evidence database: ${why}. Move it away and start again.`, path: file } };
}

function unusable(file: string, error: unknown): Result<never> {
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown error';
  return { ok: false, failure: { code: 'database-unusable', sentence: `The evidence database ${file} cannot be used (${why.slice(0, 200)}). Evidence waits in the spool meanwhile.`, path: file } };
}

async function open(sqlite: Sqlite, file: string): Promise<Result<Database>> {
  const database = new SqliteDatabase(await asDamage(() => sqlite.createClient({ url: urlOf(file), concurrency: 1 })), file);
  try {
    // Before the first table, or it has no effect: evicted evidence then gives its space back.
    await database.run('PRAGMA auto_vacuum = INCREMENTAL');
    // secure_delete: what a person deletes must not stay readable in the file; whole free pages are cut off it.
    for (const pragma of [`busy_timeout = ${String(busyMs)}`, 'journal_mode = WAL', 'synchronous = NORMAL', 'journal_size_limit = 4194304', 'cache_size = -8000', 'temp_store = MEMORY', 'secure_delete = FAST', 'foreign_keys = OFF'])
      await database.run(`PRAGMA ${pragma}`);
    const version = Number((await database.all('PRAGMA user_version'))[0]?.['user_version'] ?? 0);
    if (version > migrations.length) {
      database.close();
      return { ok: false, failure: { code: 'database-newer', sentence: `The evidence database ${file} was written by a newer Silmaril. Update this one, or move the file away.`, path: file } };
    }
    for (let next = version; next < migrations.length; next++) await database.migrate(next);
    // Reads the schema and the first pages of what every question needs.
    await database.all('SELECT (SELECT count(*) FROM kinds), (SELECT max(n) FROM events), (SELECT max(at) FROM events)');
    return { ok: true, value: database };
  } catch (error) {
    database.close();
    throw error;
  }
}

const urlOf = (file: string) => `file:${file.split('/').map(encodeURIComponent).join('/')}`;

async function asDamage<T>(call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const said = error instanceof Error ? `${'code' in error ? String(error.code) : ''} ${error.message}` : '';
    if (/SQLITE_(CORRUPT|NOTADB)/.test(said)) throw new DamagedDatabase(said.slice(0, 300), { cause: error });
    throw error;
  }
}

class SqliteDatabase implements Database {
  readonly identity: string;

  constructor(
    private readonly client: Client,
    private readonly file: string,
  ) {
    this.identity = identityOf(file);
  }

  async all(sql: string, args: InArgs = []): Promise<readonly Row[]> {
    return asDamage(async () => (await this.client.execute({ sql, args })).rows);
  }

  async run(sql: string): Promise<void> {
    await asDamage(() => this.client.executeMultiple(sql));
  }

  /** Durable when it returns: the spool's files are deleted next, and a power cut must not take both. */
  async write(statements: readonly InStatement[]): Promise<readonly number[]> {
    return asDamage(async () => {
      await this.client.execute('PRAGMA synchronous = FULL');
      try {
        return (await this.client.batch([...statements], 'write')).map((result) => result.rowsAffected);
      } finally {
        await this.client.execute('PRAGMA synchronous = NORMAL');
      }
    });
  }

  /** Two processes may start at once: the second finds the version already raised. */
  async migrate(from: number): Promise<void> {
    await asDamage(async () => {
      const transaction = await this.client.transaction('write');
      try {
        const now = Number((await transaction.execute('PRAGMA user_version')).rows[0]?.['user_version'] ?? 0);
        if (now !== from) return;
        for (const statement of migrations[from] ?? []) await transaction.execute(statement);
        await transaction.execute(`PRAGMA user_version = ${String(from + 1)}`);
        await transaction.commit();
      } finally {
        transaction.close();
      }
    });
  }

  inPlace(): boolean {
    return identityOf(this.file) === this.identity;
  }

  close(): void {
    this.client.close();
  }
}

/** Which file it is, '' for none. */
function identityOf(file: string): string {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat ? `${String(stat.dev)}:${String(stat.ino)}` : '';
}

/**
 * Puts a damaged database out of the way, companions included; the oldest of earlier ones go.
 * @param identity of the file that was found damaged: another process may have replaced it already
 * @returns its new place
 */
export async function setDatabaseAside(places: EvidencePlaces, identity: string): Promise<string | null> {
  if (identityOf(places.database) !== identity) return null;
  const aside = damagedDatabase(places, new Date());
  const targets = databaseFiles(aside);
  for (const [index, file] of databaseFiles(places.database).entries()) await fs.rename(file, targets[index] ?? aside).catch(ignoreMissing);
  const earlier = await damagedDatabases(places);
  for (const name of earlier.slice(0, Math.max(0, earlier.length - maxDamaged)))
    for (const file of databaseFiles(`${places.root}/${name}`)) await fs.rm(file, { force: true });
  return aside;
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** The right to take the spool in. */
export interface IngestLock {
  release(): void;
}

/**
 * Takes the ingester's lock, without waiting; null: another process (or another store of this one) has it.
 * It is SQLite's own lock on an empty database: the system drops it when its holder dies, however it dies.
 */
export async function takeIngestLock(places: EvidencePlaces, uid: number): Promise<Result<IngestLock | null>> {
  const sqlite = await loadClient();
  if (!sqlite.ok) return sqlite;
  const taken = await lockFile(sqlite.value, places.lock, uid);
  if (!taken.ok) return taken;
  if (taken.value === null) return { ok: true, value: null };
  const { client, transaction } = taken.value;
  return {
    ok: true,
    value: {
      release: () => {
        transaction.close();
        client.close();
      },
    },
  };
}

async function lockFile(sqlite: Sqlite, file: string, uid: number): Promise<Result<{ client: Client; transaction: Transaction } | null>> {
  const own = ownFile(file, uid);
  if (!own.ok) return own;
  let client: Client | null = null;
  try {
    client = sqlite.createClient({ url: urlOf(file), concurrency: 1 });
    await client.execute('PRAGMA busy_timeout = 0');
    // No journal file that a killed holder would leave behind.
    await client.execute('PRAGMA journal_mode = MEMORY');
    return { ok: true, value: { client, transaction: await client.transaction('write') } };
  } catch (error) {
    client?.close();
    if (error instanceof Error && /SQLITE_BUSY/.test(`${'code' in error ? String(error.code) : ''} ${error.message}`)) return { ok: true, value: null };
    return unusable(file, error);
  }
}

/** A sentence for a person about a database that was set aside. */
export function setAsideFailure(aside: string): Failure {
  return { code: 'database-damaged', sentence: `The evidence database was damaged. It was set aside as ${aside} and a new one was started; events up to then are not shown. Delete that file when you do not need it.`, path: aside };
}
