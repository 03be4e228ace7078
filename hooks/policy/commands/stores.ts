// Tools of credential stores: which of their commands print a secret. Listings, names and health checks do not.
import type { Call } from '../shell/call.ts';
import { shown } from '../values.ts';

const CLOUD_TOKEN = 'auth (?:application-default )?print-(?:access|identity|refresh)-token| config config-helper';
const KUBE =
  ' config view .*--(?:raw|flatten)\\b| get .*\\bsecrets?(?:[ /,.]).*(?:-o|--output|--template)[= ]?(?!wide|name\\b|custom-columns=\\S*(?:metadata|type)\\S* )\\S*(?:yaml|json(?!path)|(?<!meta)data)| create token | whoami .*(?:-t|--show-token) | extract secrets?/.*--to[= ]-| sa get-token ';

/** By program: what stands in its words, each surrounded by blanks, when a secret is printed. */
const STORES: Readonly<Record<string, string>> = {
  kubectl: KUBE,
  oc: KUBE,
  k: KUBE,
  aws: ' configure (?:get \\S*(?:secret|token|access_key)|export-credentials)| secretsmanager (?:batch-)?get-secret-value| ssm get-parameters?(?:-by-path|-history)? .*--with-decryption| sts (?:get-session-token|assume-role[\\w-]*|get-federation-token) | iam (?:create-access-key|create-service-specific-credential)| kms decrypt | lightsail download-default-key-pair| ec2 (?:get-password-data|create-key-pair)| eks get-token',
  'aws-vault': ' export ',
  gcloud: ` secrets versions access| ${CLOUD_TOKEN}| kms decrypt .*--plaintext-file[= ]-| sql generate-login-token| iam service-accounts keys create (?:-|/dev/stdout) `,
  az: ' keyvault (?:secret|key|certificate) (?:show|download)| account get-access-token| storage account (?:keys (?:list|renew)|show-connection-string|generate-sas)| acr (?:credential show|login .*--expose-token)| ad (?:sp create-for-rbac|app credential reset|sp credential reset)| cosmosdb (?:keys list|list-keys|list-connection-strings)| redis list-keys|(?:keys|authorization-rule keys) list | webapp deployment list-publishing-| aks get-credentials .*(?:-f|--file)[= ]-| appconfig credential list',
  vault: ' (?:kv get|unwrap|print token|token (?:lookup|create)) | read (?!-?-?help|sys/)\\S',
  bao: ' (?:kv get|unwrap|print token|token (?:lookup|create)) | read (?!-?-?help|sys/)\\S',
  consul: ' acl token (?:read|create)', nomad: ' var get | acl token (?:info|create|self)',
  op: ' read | item get | document get | inject (?!.*(?:-o|--out-file))| signin .*--raw| connect token create',
  heroku: ' config:get (?!(?:PORT|TZ|LANG|\\w*_?(?:ENV|LEVEL|REGION|PORT|CONCURRENCY)) )\\S| config .*(?:-s|--shell|-j|--json) | auth:token | pg:credentials:url | authorizations:(?:create|info)',
  'ansible-vault': ' view | decrypt .*--output[= ](?:-|/dev/stdout) ',
  gpg: ' --export-sec[\\w-]* | --export-ssh-key ', gpg2: ' --export-sec[\\w-]* ',
  sops: ' (?:-d|--decrypt|decrypt) (?!.*(?:-i |--in-place|--output))| exec-env \\S+ .?(?:env|printenv)| (?:--)?extract ',
  age: ' (?:-d|--decrypt) (?!.*(?: -o | --output))', rage: ' (?:-d|--decrypt) (?!.*(?: -o | --output))',
  doppler: ' secrets (?!set|delete|upload|substitute|notes|--only-names|.*--only-names)(?:get|download .*--no-file|--|-p|-c| |$)| configure get token| configs tokens create',
  infisical: ' secrets (?!set|delete|folders|.*--help)| export | user get token', chamber: ' (?:read|export|env) ',
  bw: ' get (?!template|fingerprint|folder|collection|organization|exposed|uri|username)| list items| export | unlock .*--raw| login .*--raw', rbw: ' get | code ', lpass: ' (?:show|export) (?!.*--(?:username|url|id|name) )',
  'keepassxc-cli': ' (?:show|export|attachment-export) ', 'bws': ' secret (?:get|list) | run .*(?:env|printenv) $',
  teller: ' (?:env|show|export|yaml|json|sh) ', berglas: ' access ', credstash: ' (?:get|getall) ', ejson: ' decrypt (?!.*-o )', eyaml: ' decrypt ', 'git-crypt': ' export-key (?:-|/dev/stdout) ', blackbox_cat: ' ', dotenvx: ' get | decrypt .*--stdout| keypair ', 'dotenv-vault': ' (?:decrypt|keys) ', envchain: ' \\S+ (?:env|printenv) ',
  npm: ' config (?:get|list) .*(?:_authToken|_auth|_password|authToken)| get \\S*_auth| token create', yarn: ' config get .*(?:authToken|authIdent)', pip: ' config get .*(?:password|token)', composer: ' config .*(?:-oauth|http-basic|bearer)\\S* $',
  gh: ' auth token | auth status .*(?:-t|--show-token) | config get \\S*token', glab: ' auth status .*(?:-t|--show-token) | config get \\S*token', hub: ' config .*token', fly: ' auth token | tokens? create', flyctl: ' auth token | tokens? create', stripe: ' config (?:--list|-l)', netlify: ' env:(?:get|list .*--plain)', vercel: ' env pull (?:-|/dev/stdout)', railway: ' variables? (?!.*(?:--set|set|delete|help))', supabase: ' projects api-keys', firebase: ' functions:(?:config:get|secrets:access)| login:ci', wrangler: ' auth token', databricks: ' (?:tokens create|secrets get-secret|auth token)', snyk: ' config get api', argocd: ' account generate-token| admin initial-password', rclone: ' config (?:show|dump|reveal)| reveal ', s3cmd: ' --dump-config', doctl: ' auth token| registry docker-config| databases (?:connection|user get)| kubernetes cluster kubeconfig show', linode: ' lke kubeconfig-view',
  terraform: ' output .*-raw .*(?:pass|secret|token|key|cred)', tofu: ' output .*-raw .*(?:pass|secret|token|key|cred)', pulumi: ' .*--show-secrets| config get \\S*(?:pass|secret|token|key|cred)',
  rails: ' (?:credentials|secrets|encrypted):show', rake: ' (?:credentials|secrets):show', wg: ' show \\S+ (?:private-key|preshared-keys|dump)| showconf ', nmcli: ' .*(?:-s|--show-secrets) | .*wifi show-password', netsh: ' wlan .*key=clear', huggingface: ' auth token', 'circleci': ' diagnostic .*token', jf: ' config (?:export|show .*--server-token)',
};

const DOCKER_HELPER = /^(?:docker|git)-credential(?:-|$)/;

/** Whether a command of a credential store's own tool prints a secret. */
export function printsStoredSecret(call: Call): boolean {
  const { name } = call;
  if (DOCKER_HELPER.test(name)) return call.argv.some((word) => word === 'get' || word === 'fill');
  const source = Object.hasOwn(STORES, name) ? STORES[name] : undefined;
  if (source === undefined) return false;
  // A word with blanks in it is a title, a message, a name: data, and no subcommand. Templates are told by their head.
  const text = ` ${call.argv.slice(1).map((word) => (/\s/.test(word) && !/^(?:-o|--output|--template)?=?(?:jsonpath|go-template|\{)/.test(word) ? '\u2026' : shown(word))).join(' ')} `;
  return !/ (?:--help|-h) /.test(text) && new RegExp(source, 'i').test(text);
}
