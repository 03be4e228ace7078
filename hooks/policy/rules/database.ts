// Optional: statements and commands that destroy data in a database.
import type { CommandFact, Fact } from '../facts.ts';
import { lastOf, readOptions, valuesOf } from '../commands/options.ts';
import { isKnown, literalGlobs, shown, type Text } from '../values.ts';
import { type Hit, wordsOf } from './hit.ts';

/** Comments and quoted values taken out: `SELECT 'drop table'` drops nothing. */
function bare(sql: string): string {
  return sql
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*(?!!)[\s\S]*?\*\//g, ' ')
    .replace(/'(?:''|\\.|[^'\\])*'/g, "''");
}

const DESTROYS =
  /\bdrop\s+(?:(?:temporary|external|materialized|foreign|or\s+replace|aggregate|search|snapshot|event|unique)\s+)*(?:database|schema|table|view|index|column|keyspace|tablespace|user|role|sequence|function|procedure|trigger|type|extension|collection|stream|dictionary|partition|owned|publication|subscription|model|stage|warehouse|pipe|task|catalog|measurement|series|retention|bucket|constraint|capacity|reservation)\b|\btruncate\s+(?:table\s+)?\w|\bdelete\s+from\b(?![\s\S]*?\bwhere\b(?!\s*(?:1\s*=\s*1|true)\b))|\bupdate\s+[\w."`[\]]+(?:\s+(?:as\s+)?\w+)?\s+set\b(?![\s\S]*?\bwhere\b(?!\s*(?:1\s*=\s*1|true)\b))|\balter\s+table\b[\s\S]*?\bdrop\b(?!\s+(?:not\s+null|default|identity|expression))|\breset\s+master\b|\bpurge\s+(?:binary|master)\s+logs\b|\bflush(?:all|db)\b|\bgrant\s+all\b[\s\S]*?\bon\s+\*\.\*|\bselect\s+pg_terminate_backend\b|\bdrop\s+all\s+objects\b/i;

export function destroysBySql(text: Text): boolean {
  return text.split(';').some((statement) => DESTROYS.test(bare(literalGlobs(statement))));
}

const MONGO = /\bdropDatabase\s*\(|\bdropCollection\s*\(|\.drop(?:Index(?:es)?)?\s*\(|\.(?:remove|deleteMany)\s*\(\s*(?:\{\s*\})?\s*[),]|\.updateMany\s*\(\s*\{\s*\}\s*,|\bdropUser\s*\(|\bdropAllUsers|\bshutdown(?:Server)?\s*\(/;
const REDIS = /^(?:flushall|flushdb|shutdown|debug|swapdb|failover|reset|replicaof|slaveof)$/i;

const SQL_CLIENTS: Readonly<Record<string, { readonly values: string; readonly long: readonly string[]; readonly inline: readonly string[]; readonly operands: boolean }>> = {
  psql: { values: 'cdfhpUvFRPTLo', long: ['command', 'dbname', 'file', 'host', 'port', 'username', 'set', 'variable'], inline: ['c', 'command'], operands: false },
  pgcli: { values: 'cdhpUu', long: ['command', 'dbname', 'host', 'port', 'username'], inline: ['c', 'command'], operands: false },
  mysql: { values: 'ehPuDS', long: ['execute', 'host', 'port', 'user', 'database', 'socket', 'defaults-file', 'init-command'], inline: ['e', 'execute', 'init-command'], operands: false },
  mariadb: { values: 'ehPuDS', long: ['execute', 'host', 'port', 'user', 'database', 'socket'], inline: ['e', 'execute'], operands: false },
  mycli: { values: 'ehPuD', long: ['execute', 'host', 'port', 'user', 'database'], inline: ['e', 'execute'], operands: false },
  usql: { values: 'cf', long: ['command', 'file'], inline: ['c', 'command'], operands: false },
  sqlite3: { values: '', long: [], inline: [], operands: true },
  sqlite: { values: '', long: [], inline: [], operands: true },
  litecli: { values: 'e', long: ['execute'], inline: ['e', 'execute'], operands: false },
  duckdb: { values: 'cs', long: [], inline: ['c', 's'], operands: true },
  sqlcmd: { values: 'QqSUPdi', long: [], inline: ['Q', 'q'], operands: false },
  'clickhouse-client': { values: 'qhudn', long: ['query', 'host', 'user', 'password', 'database', 'port'], inline: ['q', 'query'], operands: false },
  clickhouse: { values: 'qhudn', long: ['query', 'host', 'user', 'password', 'database', 'port'], inline: ['q', 'query'], operands: false },
  cqlsh: { values: 'efukp', long: ['execute', 'file', 'username', 'password', 'keyspace'], inline: ['e', 'execute'], operands: false },
  cockroach: { values: 'edu', long: ['execute', 'url', 'host', 'database', 'user', 'certs-dir'], inline: ['e', 'execute'], operands: false },
  snowsql: { values: 'qfacdsrw', long: ['query', 'filename'], inline: ['q', 'query'], operands: false },
  snow: { values: 'qf', long: ['query', 'filename'], inline: ['q', 'query'], operands: false },
  bq: { values: '', long: ['project_id', 'dataset_id', 'location', 'format'], inline: [], operands: true },
  presto: { values: '', long: ['execute', 'server', 'catalog', 'schema'], inline: ['execute'], operands: false },
  trino: { values: '', long: ['execute', 'server', 'catalog', 'schema'], inline: ['execute'], operands: false },
  influx: { values: '', long: ['execute', 'database', 'host', 'bucket', 'org', 'token', 'start', 'stop', 'predicate'], inline: ['execute'], operands: false },
  isql: { values: '', long: [], inline: [], operands: false },
  sqlplus: { values: '', long: [], inline: [], operands: false },
  'spark-sql': { values: 'ef', long: [], inline: ['e'], operands: false },
  hive: { values: 'ef', long: [], inline: ['e'], operands: false },
  beeline: { values: 'eufnp', long: [], inline: ['e'], operands: false },
  turso: { values: '', long: [], inline: [], operands: true },
  athena: { values: '', long: [], inline: [], operands: true },
};

/** Programs that destroy by their own words; the rest of the command after the program's name. */
const TOOLS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:dropdb|dropuser|mongo-drop)$/, /./],
  [/^mysqladmin$|^mariadb-admin$/, / (?:drop|shutdown|flush-\w+)\b/],
  [/^mysqldump$|^mariadb-dump$/, / --add-drop-database\b/],
  [/^pg_dump(?:all)?$|^pg_restore$/, / (?:-(?!F)[a-zA-Z]*c\b|--clean\b)/],
  [/^mongorestore$/, / --drop\b/],
  [/^pg_resetwal$|^initdb$/, /./],
  [/^pg_ctl$/, / stop .*-m i/],
  [/^bq$/, / (?:rm|cancel)\b| (?:load|query) .*--replace\b| cp .*(?:-f|--force)\b| mk .*(?:-f|--force)\b| update .*--(?:max_time_travel_hours|expiration)/],
  [/^influx$/, / (?:delete|bucket delete|org delete)\b/],
  [/^(?:npx|prisma)$/, /\b(?:migrate reset|db push .*--(?:force-reset|accept-data-loss))\b/],
  [/^(?:rails|rake)$/, / (?:runner|r) .*\b(?:delete_all|destroy_all|drop_table|truncate)\b| db:(?:drop|reset|purge|truncate_all|migrate:reset|schema:load)\b| db:migrate\b.* VERSION=0\b| db:rollback\b.* STEP=(?!1\b)/],
  [/^php$|^artisan$|^sail$/, /\b(?:migrate:(?:fresh|reset|refresh)|db:wipe|doctrine:(?:database|schema):drop)\b|\bmigrate:rollback\b.* --step=(?!1\b)/],
  [/^python\d*(?:\.\d+)?$|^manage\.py$|^django-admin$/, /\b(?:flush|reset_db)\b|\bshell\b.*\.all\(\)\.delete\(\)/],
  [/^(?:sequelize|sequelize-cli|typeorm|knex|drizzle-kit|mikro-orm)$/, /\b(?:db:drop|schema:drop|migrate:rollback .*--all|db:migrate:undo:all|drop|schema:drop)\b/],
  [/^alembic$/, / downgrade (?:base\b|-(?!1\b)\d)/],
  [/^mix$/, / ecto\.(?:drop|reset)\b/],
  [/^(?:console|symfony)$/, / doctrine:(?:database|schema):drop\b| doctrine:mongodb:schema:drop\b/],
  [/^(?:flyway)$/, / clean\b/],
  [/^(?:liquibase)$/, / (?:drop-all|dropAll|rollback)/],
  [/^supabase$/, / (?:db reset|projects delete|branches delete|db push .*--include-all|storage rm|functions delete|secrets unset|stop .*--no-backup)\b/],
  [/^(?:dynamodb|cqlsh-drop)$/, /./],
  [/^nodetool$/, / (?:decommission|removenode|clearsnapshot|assassinate|truncatehints)\b/],
  [/^(?:turso)$/, / db destroy\b/],
  [/^(?:pscale)$/, / (?:database|branch) delete\b/],
  [/^(?:neonctl|neon)$/, / (?:projects|branches|databases|roles) delete\b/],
];

function statements(fact: CommandFact): readonly Text[] {
  const client = Object.hasOwn(SQL_CLIENTS, fact.name) ? SQL_CLIENTS[fact.name] : undefined;
  if (client === undefined) return [];
  const options = readOptions(fact.argv, { values: client.values, longValues: client.long });
  return [...valuesOf(options, ...client.inline), ...(client.operands ? options.operands.slice(fact.name === 'bq' ? 0 : 1) : []), ...(fact.stdin.from === 'nowhere' ? [] : [fact.stdin.text])];
}

/** Other programs that pass a statement on to a database of theirs. */
const PASSES_ON = /^(?:aws|wrangler|turso|heroku|supabase|fly|flyctl|pscale|neonctl|databricks|railway|gcloud|az)$/;
const STATEMENT = /^\s*(?:drop|truncate|delete\s+from)\s/i;

/** Frameworks keep a database for their tests that is made anew at will; only when that one is named. */
function onTestDatabase(fact: CommandFact, rest: string): boolean {
  if (!/^(?:rails|rake|mix|php|artisan|console|symfony)$/.test(fact.name)) return false;
  return ['RAILS_ENV', 'RACK_ENV', 'MIX_ENV', 'APP_ENV'].some((name) => /^test(?:ing)?$/.test(fact.env.get(name) ?? fact.vars.get(name)?.[0] ?? '')) || / (?:(?:RAILS|RACK|MIX|APP)_ENV=|--env[= ]|-e )test(?:ing)?(?= |$)/.test(rest);
}

const KEY_STORES = /^(?:mongo(?:sh)?|(?:redis|valkey|keydb)-cli)$/;

function destroys(fact: CommandFact): boolean {
  if (PASSES_ON.test(fact.name) && fact.argv.some((word, i) => i > 1 && STATEMENT.test(word.replace(/^--?[\w-]+=/, '')) && destroysBySql(word.replace(/^--?[\w-]+=/, '')))) return true;
  if (!Object.hasOwn(SQL_CLIENTS, fact.name) && !KEY_STORES.test(fact.name) && !TOOLS.some(([name]) => name.test(fact.name))) return false;
  const rest = ` ${fact.argv.slice(1).map(shown).join(' ')}`;
  if (/ (?:--help|-h|--version|--dry-run)(?: |$)/.test(`${rest} `) && !/^(?:psql|mysql|mariadb|redis-cli)$/.test(fact.name)) return false;
  if (statements(fact).some(destroysBySql)) return true;
  if (fact.name === 'mongosh' || fact.name === 'mongo') {
    const code = [...valuesOf(readOptions(fact.argv, { longValues: ['eval', 'host', 'port', 'username', 'password', 'file'] }), 'eval'), fact.stdin.text];
    return code.some((text) => MONGO.test(text));
  }
  if (/^(?:redis|valkey|keydb)-cli$/.test(fact.name)) {
    const options = readOptions(fact.argv, { values: 'hpanuridDsX', longValues: ['user', 'pass', 'eval', 'rdb', 'pattern', 'cluster'], stopAtOperand: true });
    const [verb = '', next = ''] = options.operands;
    const script = lastOf(options, 'eval');
    if (REDIS.test(verb)) return !(/^debug$/i.test(verb) && /^(?:object|help)$/i.test(next));
    if (/^config$/i.test(verb)) return /^(?:set|rewrite|resetstat)$/i.test(next);
    if (/^(?:del|unlink)$/i.test(verb) && options.operands.slice(1).some((key) => !isKnown(key))) return true;
    if (/^(?:cluster)$/i.test(verb)) return /^(?:reset|forget|flushslots|delslots)$/i.test(next);
    return script === undefined && fact.stdin.from !== 'nowhere' && fact.stdin.text.split('\n').some((line) => REDIS.test(line.trim().split(/\s+/)[0] ?? ''));
  }
  // `python manage.py flush`: a bare word, not a text that mentions it.
  if (/^(?:python|php|npx)/.test(fact.name) && !/manage\.py|artisan|console|prisma|typeorm|sequelize|knex|drizzle/.test(rest)) return false;
  return TOOLS.some(([name, words]) => name.test(fact.name) && words.test(rest)) && !onTestDatabase(fact, rest);
}

export function databaseRule(fact: Fact): Hit | null {
  if (fact.kind === 'statements') return destroysBySql(fact.text) ? { ruleId: 'database-destroy', matched: shown(fact.text).slice(0, 400) } : null;
  if (fact.kind !== 'command') return null;
  return destroys(fact) ? { ruleId: 'database-destroy', matched: wordsOf(fact) } : null;
}
