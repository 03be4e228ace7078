// Optional: commands that destroy what runs or lies elsewhere: clusters, clouds, containers, stores of backups.
import type { CommandFact, Fact } from '../facts.ts';
import { shown, type Text } from '../values.ts';
import { destroysBySql } from './database.ts';
import { type Hit, wordsOf } from './hit.ts';

/** Words that ask, print or rehearse only. */
const HARMLESS = / (?:--?help|-h|help|--version|version|--dry-run(?:=(?:client|server|true))?|--dryrun|--what-if|--noop|--check|--plan|--preview|--no-op|-WhatIf)(?= |$)/;

/** A verb of destruction as a word of its own, or as the head or tail of one: `delete-stack`, `db:delete`. */
const VERB = / (?:[\w:-]*[:-])?(?:delete|destroy|remove|purge|terminate|deprovision|teardown|tear-down|nuke|wipe|rb|uninstall|deregister|abandon|obliterate|unprovision|expunge)(?:[-:][\w:-]*)?(?= |$)/;

/** Programs for which VERB alone decides, with what else they destroy by. */
function cloudTable(): Readonly<Record<string, RegExp>> {
  return {
    aws: / s3 rm .*--recursive| s3 rm s3:\/\/\S+| s3 rb | s3 sync .*--delete| ec2 terminate-instances| (?:batch-)?delete-[\w-]+| rds (?:delete|reset)-| kms schedule-key-deletion| ssm delete-| secretsmanager delete-| cloudformation delete-| ecr batch-delete-| (?:remove|deregister|disassociate|revoke|terminate|purge)-[\w-]+| (?:stop|reboot)-instances| sqs purge-queue| ses (?:delete)-| cloudfront delete-| route53 change-resource-record-sets .*DELETE| s3api (?:delete|put-bucket-lifecycle|put-bucket-versioning .*Suspended)| disable-[\w-]+| restore-[\w-]+ .*--overwrite/,
    gcloud: / (?:delete|remove-\w+|destroy|reset|disable|undelete-? |failover|purge)(?= |$)| storage rm | projects delete/,
    gsutil: / (?:-m )?(?:rm|rb)\b| rsync .*-d\b/,
    az: / (?:delete|purge|remove|deallocate|untag|reset|stop)(?= |$)/,
    azcopy: / (?:remove|rm)\b| sync .*--delete-destination/,
    doctl: VERB, 'linode-cli': VERB, hcloud: VERB, 'vultr-cli': VERB, ibmcloud: / (?:[\w-]*-)?(?:delete|rm|remove|cancel)(?:-\w+)?(?= |$)/, oci: / (?:delete|terminate|bulk-delete|purge)\b/, scw: / (?:delete|terminate)\b/, exo: VERB, civo: / (?:remove|delete|rm|destroy)\b/,
    fly: / (?:destroy|apps destroy|volumes (?:destroy|delete)|machines? (?:destroy|remove|rm)|postgres detach|secrets unset|scale count 0)\b/,
    flyctl: / (?:destroy|apps destroy|volumes (?:destroy|delete)|machines? (?:destroy|remove|rm)|secrets unset)\b/,
    heroku: /(?::| )(?:destroy|delete|reset|remove|purge)\b| apps:destroy| pg:reset| ps:scale \w+=0/,
    vercel: / (?:rm|remove|project rm|env rm|domains rm|dns rm|secrets rm|certs rm|alias rm)\b/,
    netlify: / (?:sites:delete|env:unset|api delete\w+|blobs:delete)\b/,
    wrangler: / (?:delete|kv:?\s?(?:namespace|key|bulk) delete|d1 delete|r2 (?:bucket|object) delete|queues delete|secret delete|pages (?:project|deployment) delete|rollback|d1 execute .*(?:drop|delete))\b/i,
    railway: / (?:down|delete|unlink|volume delete|service delete|environment delete|variables? (?:delete|--unset))\b/,
    render: VERB, firebase: /(?: |:)(?:delete|disable|destroy)\b|firestore:delete|functions:delete|database:remove|hosting:disable|projects:delete/, eb: / terminate\b/, copilot: / delete\b/, 'ecs-cli': / (?:down|delete)\b/, eksctl: / delete\b/, sam: / delete\b/, cdk: / destroy\b/, cdktf: / destroy\b/, sls: / remove\b/, serverless: / remove\b/, sst: / remove\b/, amplify: / (?:delete|remove)\b/, chalice: / delete\b/, zappa: / undeploy\b/, now: / rm\b/,
    terraform: / (?:destroy|apply .*-(?:auto-approve|destroy)|state (?:rm|push|replace-provider)|taint|workspace delete|force-unlock)\b/,
    tofu: / (?:destroy|apply .*-(?:auto-approve|destroy)|state (?:rm|push)|taint|workspace delete|force-unlock)\b/,
    terragrunt: / (?:destroy|run-all (?:destroy|apply)|destroy-all|apply-all|apply .*-(?:auto-approve|destroy)|state rm|taint|workspace delete)\b/,
    atmos: / (?:terraform|helmfile) (?:destroy|clean|apply .*-auto-approve)\b/,
    pulumi: / (?:destroy|stack rm|state delete|cancel|up .*(?:--yes|-y)\b|refresh .*(?:--yes|-y)\b|state unprotect)/,
    'docker-machine': / rm\b/, vagrant: / destroy\b/, multipass: / (?:delete|purge)\b/, virsh: / (?:destroy|undefine|vol-delete|pool-delete|snapshot-delete|vol-wipe)\b/, vboxmanage: / (?:unregistervm .*--delete|closemedium .*--delete|snapshot \S+ delete)\b/, minikube: / delete\b/, kind: / delete\b/, k3d: / delete\b/, limactl: / delete\b/, colima: / delete\b/, lxc: / delete\b/, incus: / delete\b/, crictl: / (?:rm|rmi|rmp|stopp)\b/, ctr: / (?:rm|delete|remove)\b/, 'k3s-uninstall.sh': /^/,
    helm: / (?:uninstall|delete|del|un|rollback)\b/, helmfile: / (?:destroy|delete)\b/, argocd: / (?:app|proj|cluster|repo|appset|account) (?:delete|rm|delete-\w+|delete-token)\b| app (?:rollback|terminate-op)\b/, flux: / (?:delete|uninstall)\b/, velero: / (?:\w+ )?delete\b| uninstall\b/, istioctl: / (?:uninstall|x uninstall|experimental uninstall)\b/, linkerd: / uninstall\b/, cilium: / uninstall\b/, nomad: / (?:job stop|stop|system gc|node drain|namespace delete|volume delete|var purge|acl \w+ delete)\b/, consul: / (?:kv delete|snapshot restore|acl \w+ delete|leave|force-leave)\b/, vault: / (?:delete|kv (?:delete|destroy|metadata delete)|secrets disable|auth disable|policy delete|token revoke|lease revoke|operator (?:seal|step-down|raft remove-peer|rekey)|namespace delete|audit disable|write sys\/\S*revoke)\b/, etcdctl: / (?:del|member remove|snapshot restore|defrag|compact|user delete|role delete)\b/,
    rclone: / (?:delete|deletefile|purge|rmdirs?|cleanup|dedupe|sync|move|bisync)\b/, restic: / (?:forget|prune|key remove|unlock --remove-all|rebuild-index|repair)\b/, borg: / (?:delete|prune|compact|recreate|key change|break-lock)\b/, kopia: / (?:snapshot delete|snapshot expire|repository (?:delete|disconnect)|maintenance run)\b/, duplicity: / (?:remove-\w+|cleanup)/, mc: / (?:rm|rb|mirror .*--remove|admin (?:user|policy|bucket|service) (?:remove|rm|stop)|ilm rule (?:rm|remove)|retention clear|undo)\b/, s3cmd: / (?:del|rm|rb|delete|expire|sync .*--delete-removed)\b/, s5cmd: / (?:rm|rb)\b/, b2: / (?:delete-\w+|delete_\w+|rm|cancel\w*)/,
    'kafka-topics': / --delete\b/, 'kafka-topics.sh': / --delete\b/, 'kafka-consumer-groups': / --(?:delete|reset-offsets)\b/, 'kafka-consumer-groups.sh': / --(?:delete|reset-offsets)\b/, 'kafka-delete-records': /./, 'kafka-delete-records.sh': /./, 'kafka-configs': / --delete-config\b/, 'kafka-configs.sh': / --delete-config\b/, 'kafka-acls': / --remove\b/, 'kafka-acls.sh': / --remove\b/, rpk: / (?:topic|group|acl|cluster) (?:delete|trim-prefix)\b/, kcat: / (?!)/, rabbitmqctl: / (?:delete\w*|purge\w*|reset|force_reset|clear\w*|stop_app|forget_cluster_node)\b/, rabbitmqadmin: / (?:delete|purge)\b/, nats: / (?:stream|consumer|kv|object|str|con|obj) (?:rm|delete|del|purge|rmm|edit)\b/,
    newrelic: VERB, splunk: / (?:remove|clean|delete|offline|stop)\b/, datadog: VERB, dog: / (?:monitor|dashboard|screenboard|timeboard) (?:delete|mute_all)\b/, 'datadog-ci': / (?!)/, pd: VERB, grafana: / (?:admin reset|plugins (?:remove|uninstall))\b/, promtool: / tsdb delete/, sentry: / cleanup\b/, 'sentry-cli': / releases delete\b/, launchdarkly: VERB, ldcli: VERB, algolia: / (?:objects|rules|synonyms|indices|apikeys|profile|settings) (?:delete|clear|remove|move)\b/, meilisearch: VERB, fastly: / (?:[\w-]+ )*(?:delete|purge)\b| purge\b/, cloudflared: / tunnel (?:delete|cleanup)\b/, flarectl: / (?:dns|zone|firewall rules) delete\b/, cf: / (?:delete[\w-]*|purge-\w+|stop)\b/, kong: / migrations (?:reset|down)\b/, deck: / (?:gateway )?(?:reset|sync)\b/, traefik: / (?!)/, haproxy: / (?!)/, braintree: VERB, stripe: / (?:\w+ )?delete\b| (?:customers|subscriptions|products|prices|webhook_endpoints) (?:delete|cancel|archive)\b/, twilio: / \S*:?(?:remove|delete)\b/, mailgun: VERB, sendgrid: VERB,
    gh: / (?:repo (?:delete|archive|rename)|release delete(?:-asset)?|secret (?:delete|remove)|variable (?:delete|remove)|run delete|cache delete|gist delete|issue delete|label delete|ssh-key delete|gpg-key delete|codespace delete|workflow disable|ruleset delete|project (?:delete|item-delete|field-delete)|repo deploy-key delete|extension remove|environment delete|repo autolink delete|repo edit .*--visibility)\b| api .*(?:-X|--method)[ =]?DELETE\b/, glab: / (?:repo delete|project delete|release delete|variable delete|issue delete|mr delete|ci delete|ssh-key delete|label delete|snippet delete|schedule delete|repo archive)\b| api .*(?:-X|--method)[ =]?DELETE\b/, circleci: / (?:context (?:delete|remove-secret)|namespace delete|orb (?:delete|unlist)|runner (?:resource-class|token) delete)\b/, 'jenkins-cli': / (?:delete-\w+|safe-shutdown|shutdown|clear-queue|quiet-down)\b/, travis: / (?:cancel|disable|env unset|cache --delete)\b/, buildkite: VERB, act: / (?!)/, 'az-devops': VERB, tea: / (?:repos?|releases?) delete\b/, spacectl: / stack (?:delete|destroy)\b/, 'op': / (?:item|document|vault|user|group|connect server|service-account) delete\b/, doppler: / (?:secrets|projects|configs|environments) delete\b| configs tokens revoke\b/, infisical: / secrets delete\b/, chamber: / delete\b/, bw: / delete\b/, 'aws-nuke': /./, 'cloud-nuke': /./, 'gcp-nuke': /./,
    npm: / (?:unpublish|owner rm|access revoke|token revoke|dist-tag rm|deprecate|team destroy|org rm|hook rm)\b/, yarn: / npm (?:unpublish)\b/, pnpm: / unpublish\b/, cargo: / (?:yank|owner .*--remove)\b/, gem: / (?:yank|owner .*(?:-r|--remove))\b/, nuget: / delete\b/, dotnet: / nuget delete\b/,
    apt: / (?:remove|purge|autoremove|autopurge)\b/, 'apt-get': / (?:remove|purge|autoremove)\b/, dpkg: / (?:-r|-P|--remove|--purge)\b/, yum: / (?:remove|erase|autoremove)\b/, dnf: / (?:remove|erase|autoremove)\b/, zypper: / (?:rm|remove)\b/, pacman: / -R/, apk: / del\b/, snap: / remove\b/, flatpak: / uninstall\b/, 'nix-collect-garbage': / -d\b|--delete-old/, 'nix-env': / (?:-e|--uninstall|--delete-generations)\b/,
    ansible: / -m (?:ansible\.builtin\.)?(?:shell|command|raw) .*\b(?:rm -|shutdown|reboot|mkfs|dd )| -m (?:ansible\.builtin\.)?file .*state=absent| -m (?:ansible\.builtin\.)?(?:reboot|user .*state=absent|package .*state=absent|apt .*state=absent|yum .*state=absent|service .*state=stopped)/, salt: / (?:cmd\.run .*\brm\b|state\.\w* .*absent|system\.(?:reboot|shutdown|poweroff)|file\.remove|pkg\.(?:remove|purge))/, knife: / (?:node|client|role|data bag|environment|cookbook) (?:bulk )?delete\b/, 'puppet': / (?:node (?:purge|clean|deactivate)|resource .*ensure=absent)\b/,
  };
}

let table: Readonly<Record<string, RegExp>> | null = null;

/** Built at the first need: it is large, and the pack is off by default. */
function cloud(name: string): RegExp | undefined {
  table ??= cloudTable();
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function kubectl(rest: string): boolean {
  if (/^ (?:-\S+ (?:[^-\s]\S* )?)*(?:auth (?:can-i|whoami)|explain|api-resources|get|describe|logs|options|exec|cp|port-forward)(?: |$)/.test(rest)) return false;
  if (/ delete /.test(rest)) {
    // One pod comes back by itself; what owns it does not.
    const single = / delete (?:--?\S+ (?:\S+ )?)*(?:pod|pods|po)[/ ](?!-)[\w.-]+/.test(rest);
    return !single || / (?:--all|-A|--all-namespaces|--force|--grace-period=?\s?0|-l|--selector)\b/.test(rest);
  }
  return / (?:drain|cordon)\b| taint .*:NoExecute\b| scale .*--replicas=?\s?0\b| (?:apply|replace) .*--force\b| rollout undo\b| patch .*finalizers\S*null| delete$| --raw .*-X DELETE/.test(rest);
}

function containers(rest: string): boolean {
  // What runs inside a container, or builds it, is not the tool's own doing.
  if (/^ (?:-\S+ (?:[^-\s]\S* )?)*(?:container )?(?:run|exec|create|build|buildx build)(?: |$)/.test(rest)) return false;
  const compose = / compose (?:-\S+ (?:[^-\s]\S* )?)*(.*)$/.exec(rest);
  if (compose !== null) return composeDown(` ${compose[1] ?? ''}`);
  return (
    / (?:system|volume|network|image|container|builder|buildx|pod) prune\b| system reset\b| volume (?:rm|remove)\b| (?:rm|container rm|rmi|image rm|pod rm) .*(?:-[a-z]*f[a-z]*\b|--force\b)| (?:rm|container rm|rmi) -[a-z]*[fa][a-z]*\b| (?:rm|rmi|stop|kill|container (?:rm|stop|kill)) (?:-\S+ )*(?:\S*[\u2026*]|\$)| (?:rm|rmi) (?:-\S*a\S*|--all)\b| swarm leave .*--force| (?:stack|service|secret|config|node|context) (?:rm|remove)\b| network rm\b| buildx rm\b| (?:stop|kill) (?:--all|-a)\b| image rm .*-f| manifest rm\b/.test(rest)
  );
}

function composeDown(rest: string): boolean {
  // What runs inside a container is not compose's own doing.
  if (/^ (?:-\S+ (?:[^-\s]\S* )?)*(?:run|exec|create|build|cp|logs|config)(?: |$)/.test(rest)) return false;
  return / down .*(?:-[vt]*v[vt]*\b|--volumes|--rmi)| down -v\b| rm .*(?:-[a-z]*[vf][a-z]*\b|--force|--volumes)| (?:kill)\b(?=.*-s SIGKILL)/.test(rest);
}

/** Deleting by hand over HTTP: search engines, cluster and cloud APIs. */
function httpDelete(rest: string): boolean {
  if (!/ (?:-X|--request|--method)[ =]?(?:['"])?DELETE\b|^\S* DELETE /i.test(rest) && !/_delete_by_query|\/_close\b|_cluster\/settings|\/_shutdown/.test(rest)) return false;
  return /:9200|:9243|:7700|:8108|:8001|:2375|:2379|elastic|opensearch|meili|typesense|_delete_by_query|\/indexes|\/indices|\/_all|\/api\/v\d|\/apis\/|googleapis\.com|amazonaws\.com|azure\.com|api\.github\.com|gitlab|cloudflare\.com|fastly\.com|algolia|newrelic|splunk|datadoghq|pagerduty|stripe\.com|braintree|launchdarkly|mailgun|sendgrid|postmarkapp|digitalocean|heroku|vercel|netlify|railway|dnsimple|route53|kong|:8001\/|traefik|haproxy|influxdata|:8086|rabbitmq|:15672|jenkins|circleci|grafana|consul|:8500|vault|:8200|nomad|:4646|kubernetes/i.test(rest);
}

/** Programs whose long arguments are commands or statements themselves. */
const CARRIES_TEXT = /^(?:ansible|salt|aws|curl|http|https|xh|wget)$/;

/** A word with blanks in it is a title, a body, a message: data, and no verb. */
const verbWord = (word: Text): string => (/\s/.test(word) ? '\u2026' : shown(word));

const OTHERS = new Set(['kubectl', 'oc', 'kubecolor', 'k', 'microk8s.kubectl', 'docker', 'podman', 'nerdctl', 'docker-compose', 'podman-compose', 'curl', 'http', 'https', 'xh', 'wget']);

function destroys(fact: CommandFact): boolean {
  if (!OTHERS.has(fact.name) && cloud(fact.name) === undefined) return false;
  const rest = ` ${fact.argv.slice(1).map(CARRIES_TEXT.test(fact.name) ? shown : verbWord).join(' ')}`;
  if (HARMLESS.test(rest)) return false;
  switch (fact.name) {
    case 'kubectl':
    case 'oc':
    case 'kubecolor':
    case 'k':
    case 'microk8s.kubectl':
      return kubectl(rest);
    case 'docker':
    case 'podman':
    case 'nerdctl':
      return containers(rest);
    case 'docker-compose':
    case 'podman-compose':
      return composeDown(rest);
    case 'curl':
    case 'http':
    case 'https':
    case 'xh':
    case 'wget':
      return httpDelete(rest);
    case 'kustomize':
      return false;
    case 'aws':
      if (/ athena start-query-execution /.test(rest) && destroysBySql(/--query-string[ =](.*)$/.exec(rest)?.[1] ?? '')) return true;
      break;
    default:
  }
  return cloud(fact.name)?.test(rest) === true;
}

export function infraRule(fact: Fact): Hit | null {
  return fact.kind === 'command' && destroys(fact) ? { ruleId: 'infra-destroy', matched: wordsOf(fact) } : null;
}
