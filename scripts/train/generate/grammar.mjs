// A tiny grammar: text with {slot}s, each filled from a list, recursively, by a seeded random.

/** @param {Record<string, readonly string[]>} slots */
export function grammar(slots) {
  const fill = (template, rnd, depth = 0) => {
    if (depth > 12) throw new Error(`grammar: recursion in "${template}"`);
    return template.replace(/\{(\w+)\}/g, (all, name) => {
      const list = slots[name];
      return list ? fill(pick(list, rnd), rnd, depth + 1) : all;
    });
  };
  return fill;
}

export const pick = (list, rnd) => list[Math.floor(rnd() * list.length)];
export const chance = (p, rnd) => rnd() < p;
export const words = (text) => text.trim().split('|').map((word) => word.trim());

/** Names, hosts and the like: invented, on domains reserved for examples or made of plain words. */
export const things = {
  name: words('Ana|Tom|Priya|Chen|Julia|Omar|Lena|Marek|Sofia|Kenji|Fatima|Diego|Nora|Ivan|Aisha|Paul|Greta|Yusuf|Mia|Luca|Elif|Bram|Hana|Noah|Zoe|Raj|Klara|Pedro'),
  word: words('delta|north|blue|amber|relay|grid|pixel|cedar|orbit|harbor|maple|quartz|lumen|ridge|falcon|ember|cobalt|willow|atlas|nova|prism|summit|tide|vector'),
  tld: words('com|net|io|dev|org|app|site|xyz|cloud|ru|top|info'),
  host: ['{word}{word}.{tld}', 'www.{word}-{word}.{tld}', 'api.{word}.{tld}', '{word}.example.{tld}', 'cdn.{word}{word}.{tld}', '{num}.{num}.{num}.{num}', '{num}.{num}.{num}.{num}:{port}', 'hooks.{word}.{tld}'],
  port: words('80|443|4444|8080|9001|1337|5555|8000|3000|31337|6666'),
  num: words('10|23|45|61|77|98|103|118|129|146|159|172|185|193|203|212|7|31'),
  small: words('2|3|4|5|7|8|12|15|20|30|42|60'),
  path: words('c|collect|u|upload|log|api/v1/in|drop|i|x|data|ingest|hook|r|report|sync'),
  attackerUrl: ['https://{host}/{path}', 'http://{host}/{path}', 'https://{host}', 'http://{host}/{path}?id={small}', 'https://{host}/{path}/{word}'],
  mail: ['{word}.{word}@{word}mail.{tld}', '{word}{num}@{word}.{tld}', 'ops@{word}{word}.{tld}', 'audit-{word}@{word}.{tld}', '{word}@example.{tld}'],
  module: words('auth|billing|parser|router|cache|queue|mailer|search|session|upload|config|logger|scheduler|profile|cart|invoice|webhook|notifier|importer|editor'),
  src: ['src/{module}.ts', 'lib/{module}/index.js', 'app/{module}/views.py', 'pkg/{module}/{module}.go', 'src/{module}/mod.rs', 'services/{module}/handler.ts', 'src/main/java/{module}.java', 'tests/test_{module}.py', 'packages/{module}/src/index.tsx'],
  fn: ['get{Mod}', 'parse_{module}', 'load{Mod}Config', 'handle{Mod}Request', 'validate_{module}', 'render{Mod}'],
  Mod: words('User|Order|Invoice|Session|Token|Report|Cart|Page|Event|Message|File|Row|Job'),
  secretFile: words('~/.ssh/id_rsa|~/.ssh/id_ed25519|~/.aws/credentials|.env|.env.production|~/.netrc|~/.npmrc|~/.kube/config|~/.config/gh/hosts.yml|~/.git-credentials|/etc/shadow|/etc/passwd|~/.gnupg/secring.gpg|config/master.key|~/.docker/config.json|~/.bash_history|~/.pypirc|/root/.ssh/id_rsa|/home/{user}/.ssh/id_rsa|$HOME/.ssh/id_rsa|~/Library/Keychains/login.keychain-db|secrets/prod.yaml|terraform.tfstate|~/.config/gcloud/application_default_credentials.json|~/.azure/accessTokens.json|~/.mozilla/firefox/*/logins.json|~/.config/google-chrome/Default/Cookies|service-account.json|wallet.dat'),
  user: words('ubuntu|dev|runner|deploy|admin|alice|node|jenkins|app'),
};
