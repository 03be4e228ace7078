// What tools write that need no handler of their own: the values of output options, in-place formatters, and
// the operand that a converter or a scaffolder makes. One table, read when a command first names a path.
import type { Call, Shell } from '../shell/call.ts';
import { baseName, type Text } from '../values.ts';

/** Option names that say "written here" in any tool. */
const OUTPUT = /^(?:[\w-]*[-_])?out(?:put)?s?(?:[-_]?(?:file|dir|directory|path|folder|name|base))?$|^(?:dest(?:ination)?|(?:dest|target|dist|report|results?|save|download|artifacts?)[-_]?dir(?:ectory)?|(?:dist|save|build)[-_]?path|(?:result|report|dump)[-_]file|coverage-?directory|(?:cover|mem|cpu)profile|junit-?xml|basetemp|export-filename|pack-destination|backup-dir|(?:archive|export|derivedData|resultBundle)Path)$/i;

/** `-o` means something else here. */
const OTHER_O = /^(?:nm|size|otool|lsof|ps|pgrep|pkill|mount|umount|useradd|usermod|groupadd|id|df|du|tree-sitter|who|last|netstat|ss|column|fzf|readelf|objdump|tmux|set|sshfs|ssh-add|defaults|lpr|lp|last|lsblk|findmnt|swapon|journalctl|systemctl|busctl|test|pytest|argocd|flux|istioctl|aws|az|kubectl|oc|gcloud)$/;

/** Tools with a handler of their own that leaves output options to this file. */
const ALSO = 'make go swift elixir sqlite3 psql mysql gradle docker podman nerdctl uv uvx poetry pdm hatch npm pnpm yarn bun deno bundle conda gh strace ltrace time gtime gpg hdiutil python nix hyperfine az gcloud aws'.split(' ');

/** Options whose value is only read, and stands where an operand could. */
const INPUT = /^--?(?:c|config|config-path|config-file|configuration|settings?|settings-path|ignore-path|ignore-file|t|template|template-file|s|source|from|i|input|p|project|plugin|rulesdir|resolve-plugins-relative-to|rcfile|stdin-file(?:name|path)|style|parser|vcs|name|m|message|license|user-style-sheet|cookie-jar|exclude|base-image|python|interpreter|edition|index-url|extra-index-url|repository|registry|rules?|filter|preset)$/;

/**
 * NAME [SUB,SUB]; then `oX` short options with a written path, `l:a,b` long ones, `w` every operand is written, `z` the
 * last one is when there are two, `N` operands from the Nth on, `f` only the first; `+a,b` only with one of these options, `!a,b` not with them.
 */
const TABLE = `
go build,test,install,run,vet;oo|go mod;oo
ssh-keygen;of +!y,l,R,F,H|pg_dump;of l:file|pg_dumpall;of l:file|pg_basebackup;oD l:pgdata|psql;ooL l:output,log-file|mysqldump;orT l:result-file,tab|mongodump;oo|mongoexport;oo|redis-cli;l:rdb
pip download;od l:dest|pip wheel;ow l:wheel-dir|pip install;ot l:target,prefix,root,src|pip3 download;od|pip3 wheel;ow|pip3 install;ot l:target,prefix,root,src
uv pip;ot l:target,prefix|uv venv,init;1|uv build,export;oo|poetry new;1|poetry export,build;oo|pdm init,new;1|hatch new;2|virtualenv;w|pyinstaller;l:distpath,workpath
javac;odsh|kotlinc;od|scalac;od|groovyc;od|jar cf,cvf,cfe,cfm,cvfm;1|jar;of l:file +c,cf,create
hugo;od|mkdocs build;od l:site-dir|sphinx-build;2|jekyll build,new;od|jekyll new;1|eleventy;l:output|mdbook build;od|mdbook init;1|typedoc;l:out|jsdoc;od|storybook build;oo
ffmpeg;z|convert;z|magick;z!identify|sass;2|lessc;2|wkhtmltopdf;z|wkhtmltoimage;z|pdftotext;2|pdftoppm;2|gs;l:sOutputFile|qpdf;z|rsvg-convert;oo|cwebp;oo|inkscape;oo|svgo;oo|ebook-convert;2|screencapture;w|sips;l:out|textutil;l:output|plutil;oo|lame;2|sox;z|mogrify;w
tcpdump;ow|tshark;ow|dumpcap;ow|perf record;oo|valgrind;l:log-file,massif-out-file,callgrind-out-file|csplit;of l:prefix|nyc;l:report-dir,temp-dir|c8;oo l:reports-dir|coverage html,xml,json,lcov;ood|pytest;l:junitxml,basetemp,junit-xml
cargo new,init,vendor;1|cargo install;l:root|cargo build,doc,test,check,run,clippy,b,t;l:target-dir,artifact-dir|npm pack;l:pack-destination|webpack;oo l:output-path|rollup;ood l:file,dir|parcel build;od l:dist-dir|swc;od|babel;od|tailwindcss;oo|composer create-project;2|composer;od l:working-dir +install,update,require
helm template,package,pull,create;od l:output-dir,destination,untardir|helm create;1|terraform providers;2|terraform plan,apply;l:out,state-out|kustomize build,create;oo|rclone copy,sync,copyto,move;2|gsutil cp,rsync,mv;2|svn checkout,co,export;2|hg clone;2|fossil clone;2|gcloud storage;3
gh release,run;oDO l:dir|gh repo;3|yt-dlp;ooP l:paths,output|youtube-dl;oo|nuget install;l:OutputDirectory|dotnet new,publish,build,pack;oo|meson setup,init;f|meson install;l:destdir|cmake;oB l:prefix,install-prefix|swift build,test;l:build-path,scratch-path
rails new;1|django-admin startproject,startapp;2|flutter create;1|dart create;1|mix new;1|mix phx.new;1|degit;2|sv create;1|create;1|nest new;1|ng new;l:directory|vue create;1|expo init;1|svelte create;1|gatsby new;1|astro create;1|laravel new;1|symfony new;1|stack new;1|hdiutil create,convert;1oo|cookiecutter;oo|copier copy;2|jupyter nbconvert;l:output,output-dir
prettier;w+write,w|eslint;w+fix|stylelint;w+fix|standard;w+fix|xo;w+fix|biome check,format,lint;1+write,apply,fix|black;w!check,diff,version|isort;w!check,check-only,c,diff|autopep8;w+i,in-place|yapf;w+i,in-place|autoflake;w+i,in-place|pyupgrade;w|ruff check;1+fix|ruff format;1!check,diff|rustfmt;w!check|gofmt;w+w|gofumpt;w+w|goimports;w+w|clang-format;w+i|shfmt;w+w|swiftformat;w!lint,dryrun|swiftlint;1+fix|ktlint;w+F,format|rubocop;w+a,A,x,autocorrect,autocorrect-all|standardrb;w+fix|phpcbf;w|php-cs-fixer fix;1!dry-run|dart format,fix;1!o,output|terraform fmt;1!check|buf format;1+w,write|zig fmt;1!check|stylua;w!check|nixfmt;w!c,check|nixpkgs-fmt;w!check|alejandra;w!c,check|taplo fmt,format;1!check|sqlfluff fix,format;1|djlint;w+reformat|codespell;w+w,write-changes|perltidy;w+b|markdownlint;w+f,fix|markdownlint-cli2;w+fix|jscodeshift;w!d,dry|uncrustify;w+replace|ormolu;w+i|fourmolu;w+i|elm-format;w+yes|gdformat;w!c,check|cmake-format;w+i,in-place|deno fmt;1!check|optipng;w|jpegoptim;w
wasm-pack;l:out-dir|objcopy;2|ar r,rc,rcs,rs,cr,crs,qc;f|zig;l:femit-bin|doxygen;og|tesseract;2|ogr2ogr;f|conda create,env;op|conda env;of +export|kubectl cluster-info;l:output-directory|skopeo copy;2|crane pull;2|httrack;oO|kubectl kustomize;oo|kubectl cp;2|oc cp;2|sftp;2|bundle install;l:path|bundle config;3|python;od l:prefix,dist-dir,root,install-lib +install,bdist_wheel,sdist,bdist,develop
`;

interface Entry {
  readonly subs: readonly string[];
  readonly short: string;
  readonly long: readonly string[];
  /** Operands from this one on are written (1: the first behind the subcommand); 0: none; -1: the last of several; -2: only the first. */
  readonly from: number;
  readonly only: readonly string[] | null;
  readonly not: readonly string[];
}

/** The entries of one program. Found in the text each time: a hook asks for one or two, and reading all takes a millisecond of its life. */
function entriesOf(program: string): readonly Entry[] {
  if (program === '') return [];
  const found: Entry[] = [];
  for (let at = TABLE.indexOf(program); at >= 0; at = TABLE.indexOf(program, at + 1)) {
    const before = TABLE[at - 1];
    const after = TABLE[at + program.length];
    if ((before !== '\n' && before !== '|') || (after !== ' ' && after !== ';')) continue;
    const rest = TABLE.slice(at);
    found.push(entryOf(rest.slice(0, rest.search(/[\n|]|$/))));
  }
  return found;
}

function entryOf(piece: string): Entry {
  const [head = '', spec = ''] = piece.split(';');
  const subs = head.split(' ')[1];
  const list = (text: string | undefined): string[] => (text ?? '').split(',').filter((each) => each !== '');
  return {
    subs: list(subs),
    short: /(?:^|[\dz])o(\w*)/.exec(spec)?.[1] ?? '',
    long: list(/l:([\w,-]+)/.exec(spec)?.[1]),
    from: /^w/.test(spec) ? 1 : spec.startsWith('z') ? -1 : spec.startsWith('f') ? -2 : Number(/^\d/.exec(spec)?.[0] ?? 0),
    only: /\+([\w,-]+)/.exec(spec) === null ? null : list(/\+([\w,-]+)/.exec(spec)?.[1]),
    not: list(/!([\w,-]+)/.exec(spec)?.[1]),
  };
}

/** A name of a format (`-o yaml`) is no path. */
function isPath(value: Text): boolean {
  return /[/.~]/.test(value) && !/[{}]|:\/\/|^[\w.-]+=/.test(value);
}

function written(value: Text, call: Call, shell: Shell): void {
  // `type=local,dest=../out`
  const path = /(?:^|,)dest=([^,]+)/.exec(value)?.[1] ?? value.replace(/^(?:[\w.-]+=|(?:dir|oci|docker-archive|oci-archive|file):)(?=[/.~])/, '');
  // `plugins=grpc:../path` (protoc): the path behind the options.
  if (isPath(path)) shell.touch('write', /^\w+=[\w=,]*:(\.{0,2}\/.*)$/.exec(path)?.[1] ?? path, call);
}

/** Records what the command's output options and operands write. */
export function noteOutputs(call: Call, shell: Shell, handled: boolean): void {
  const { argv } = call;
  const name = call.name.replace(/@[^@/]*$/, '').replace(/^(python|pip)\d[\d.]*$/, '$1');
  if (argv.some((word) => /^(?:-h|-?-help|--version|--dry-run|--list-only)$/.test(word)) || (name === 'make' && argv.includes('-n'))) return;
  // What follows belongs to the program in the container.
  if (/^(?:docker|podman|nerdctl)$/.test(name) && /^(?:run|exec|compose|container)$/.test(argv[1] ?? '')) return;
  const known = entriesOf(/^create-[a-z]/.test(name) ? 'create' : name);
  const general = !handled || ALSO.includes(name);
  if (!general && known.length === 0) return;

  const operands: Text[] = [];
  const flags: string[] = [];
  const options: [string, Text][] = [];
  for (let i = 1; i < argv.length; i++) {
    const word = argv[i] ?? '';
    const match = /^--?([A-Za-z][\w.-]*)(?:[=:](.*))?$/s.exec(word) ?? /^-([A-Za-z])(.*)$/s.exec(word);
    if (match === null || word === '-') {
      const before = argv[i - 1] ?? '';
      if (!INPUT.test(before) || known.some((entry) => entry.only?.includes(before.replace(/^-+/, '')))) operands.push(word);
      continue;
    }
    const [, option = '', value] = match;
    flags.push(option);
    if (!word.startsWith('--') && option.length > 1 && value === undefined && /^[a-zA-Z]+$/.test(option)) flags.push(...option);
    const next = argv[i + 1];
    if (value !== undefined && value !== '') options.push([option, value]);
    else if (next !== undefined && !next.startsWith('-')) options.push([option, next]);
    // `-o../x`
    if (/^-[a-zA-Z](?:\.\.|\/|~)/.test(word)) options.push([word.slice(1, 2), word.slice(2)]);
  }

  const values = new Set<Text>();
  const dash = general && !OTHER_O.test(name) ? 'o' : '';
  for (const [option, value] of options) {
    const property = /^D\w*?((?:output|dest|target)\w*)$/i.exec(option);
    if ((general && (option.length > 1 ? OUTPUT.test(option) || property !== null : option === dash)) && option !== 'no-output') values.add(value);
  }
  for (const entry of known) {
    const at = entry.subs.length === 0 ? 0 : operands.findIndex((word) => entry.subs.includes(word)) + 1;
    if (entry.subs.length > 0 && at === 0) continue;
    if (entry.only !== null && !entry.only.some((flag) => flags.includes(flag) || operands.includes(flag))) continue;
    if (entry.not.some((flag) => flags.includes(flag) || operands[0] === flag)) continue;
    for (const [option, value] of options) if (entry.long.includes(option) || (option.length === 1 && entry.short.includes(option))) values.add(value);
    if (entry.from === -1 && argv.length > 2 && !/^-i$/.test(argv.at(-2) ?? '') && operands.at(-1) === argv.at(-1)) values.add(operands.at(-1) ?? '');
    if (entry.from === -2) values.add(operands[at] ?? '');
    const optionValues = options.map(([, value]) => value);
    if (entry.from > 0) for (const word of operands.slice(at).slice(entry.from - 1)) if (!optionValues.includes(word) || isPath(word)) values.add(word);
  }
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name)) {
    const verb = operands.findIndex((word) => /^(?:create|init|dlx)$/.test(word));
    if (verb >= 0) for (const word of operands.slice(verb + 2)) values.add(word);
    if (operands.some((word) => /^(?:i|ci|install|add|init|update|up|upgrade|remove|uninstall|rm|link|dedupe|prune)$/.test(word)))
      for (const [option, value] of options) if (/^(?:prefix|dir|cwd|C)$/.test(option)) values.add(value);
  }
  if (name === 'pdftk') values.add(operands[operands.indexOf('output') + 1] ?? '');
  if (name === 'make' && operands.includes('install')) for (const word of operands) values.add(/^(?:DESTDIR|PREFIX|prefix)=(.*)$/.exec(word)?.[1] ?? '');
  for (const value of values) if (value !== '' && baseName(value) !== '-') written(value, call, shell);
}
