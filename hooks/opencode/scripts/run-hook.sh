#!/bin/sh
# Starts the firewall hook of one harness: answers one JSON line and exits 0, whatever happens.
#
# A broken launcher must not break the agent, so every failed check answers `{}`; and it must not be
# silent, so each such answer becomes a line in <support>/Health/<harness>.log. A repository's settings
# can set HOME, NODE_OPTIONS or SILMARIL_* for a hook, so nothing here trusts the environment where
# there is another source. The README beside this folder says which variable counts when.

# OpenCode loads its plugin itself: this starts the probe that tries the installed plugin (`silmaril verify`).
# No variable configures it, and everything is found from this file's own place.
set -- '' "${1-}" '' opencode .config/opencode dist/probe.mjs

# ---- From here on, the launchers of all harnesses are the same text. ----

# Bash takes functions from its environment, also under names that are called below.
unset -f true command printf read cd pwd umask mkdir wc tail mv date 2>/dev/null

# A closed stdin would lend its number to a pipe, and Node would wait for itself.
{ true 3<&0; } 2>&- || exec </dev/null

# Takes every other variable out of the environment, before there is a variable of our own that a
# line inside a foreign value could name. Not `exec env -i NAME=value`: that would put an API key into
# a command line, where every user of the machine can read it.
IFS='
'
set -f
for name in $(export -p); do
  name=${name%%=*}
  name=${name##* }
  case $name in '' | [0-9]* | *[!A-Za-z0-9_]*) continue ;; esac
  case " HOME $1 " in *" $name "*) ;; *) command unset "$name" ;; esac
done 2>/dev/null

newline='
'
IFS=' '
allowed=$1 event=$2 told_root=$3 harness=$4 folder=$5 bundle=$6
PATH=/usr/bin:/bin:/usr/sbin:/sbin
trap '' PIPE # A harness that stopped listening must not turn into a failing exit status.

# Appends one line of at most 200 bytes, after the answer is out: it cannot change it. The event is
# one of a fixed list, so that no text from outside is ever logged. Past 64 KiB the newer half stays.
count_failure() {
  [ -n "$home" ] && [ -d "$home" ] && [ -O "$home" ] || return
  case $event in SessionStart | UserPromptSubmit | PreToolUse | PostToolUse | ConfigChange) ;; *) event=unknown ;; esac
  umask 077
  log_folder="$home/Library/Application Support/Silmaril/Health"
  log=$log_folder/$harness.log
  mkdir -p -- "$log_folder" || return
  [ ! -L "$log_folder" ] && [ -O "$log_folder" ] && [ ! -L "$log" ] || return
  if [ -e "$log" ]; then
    [ -f "$log" ] && [ -O "$log" ] || return
    if [ "$(wc -c <"$log")" -gt 65336 ]; then
      tail -c 32768 -- "$log" | tail -n +2 >"$log.$$.tmp" && mv -f -- "$log.$$.tmp" "$log" || return
    fi
  fi
  printf '%s %s %s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%S.000Z)" "$harness" "$event" "$1" >>"$log"
}

# The answer of a hook that cannot run; $1 says why, for the count.
fail_open() {
  printf '{}\n' 2>/dev/null
  (count_failure "$1") >/dev/null 2>&1
  exit 0
}

# Where this file is installed says whose home it is; no variable can point elsewhere then.
case $0 in
  /*) self=$0 ;;
  */*) self=$(CDPATH='' cd -- "${0%/*}" && pwd)/${0##*/} ;;
  *) self=$(pwd)/$0 ;;
esac
root=${self%/scripts/*}
home=${HOME-} installed=
case $self in
  */"$folder"/silmaril-firewall/scripts/run-hook.sh)
    installed=yes
    home=${self%/"$folder"/silmaril-firewall/scripts/run-hook.sh}
    home=${home:-/}
    ;;
  *) if [ -n "$told_root" ] && [ -f "$told_root/$bundle" ]; then root=$told_root; fi ;;
esac
case $home in /*) ;; *) home= ;; esac
HOME=$home
export HOME PATH
config=$home/$folder/silmaril-firewall.json
if [ -n "$installed" ] && { [ -e "$config" ] || [ -L "$config" ]; }; then unset $allowed; fi

path_file=$home/$folder/silmaril-firewall-node-path
[ -n "$home" ] || fail_open home-missing
[ -e "$path_file" ] || [ -L "$path_file" ] || fail_open node-path-missing
[ -f "$path_file" ] && [ ! -L "$path_file" ] && [ -O "$path_file" ] || fail_open node-path-unsafe
node=
IFS= read -r node 2>/dev/null <"$path_file"
case $node in /*) ;; *) fail_open node-path-invalid ;; esac
[ -e "$node" ] || [ -L "$node" ] || fail_open node-missing
[ -f "$node" ] && [ ! -L "$node" ] && [ -x "$node" ] || fail_open node-unsafe

# Owner and mode of both files from one process; GNU and BSD tools spell the question differently.
stat=/usr/bin/stat
[ -x "$stat" ] || stat=/bin/stat
if [ -d /System/Library ]; then
  first='-f %u,%Lp' second='-c %u,%a'
else
  first='-c %u,%a' second='-f %u,%Lp'
fi
facts=$("$stat" $first -- "$path_file" "$node" 2>/dev/null) || facts=$("$stat" $second -- "$path_file" "$node" 2>/dev/null) || facts=
case $facts in
  *[!0-9,"$newline"]* | *"$newline"*"$newline"*) fail_open stat-failed ;;
  *,*"$newline"*,*) ;;
  *) fail_open stat-failed ;;
esac
path_mode=${facts%%"$newline"*}
path_mode=${path_mode#*,}
node_owner=${facts#*"$newline"}
node_mode=${node_owner#*,}
node_owner=${node_owner%,*}
# The last three octal digits count, as BSD's %Lp says them; GNU puts setuid and sticky in front.
case $path_mode in 600 | ?600) ;; *) fail_open node-path-unsafe ;; esac
[ "$node_owner" = 0 ] || [ -O "$node" ] || fail_open node-unsafe
case $node_mode in
  500 | 555 | 700 | 711 | 744 | 755 | ?500 | ?555 | ?700 | ?711 | ?744 | ?755) ;;
  *) fail_open node-unsafe ;;
esac
[ -f "$root/$bundle" ] || fail_open bundle-missing

# Not `exec`: when Node does not start or dies, somebody must still answer, and count it. Only one
# whole object on one line is passed on; a deny that was written before a crash is still a deny.
answer=$("$node" "$root/$bundle" "$event")
status=$?
case $answer in
  *"$newline"*) fail_open node-failed ;;
  '{'*'}') ;;
  *) fail_open node-failed ;;
esac
printf '%s\n' "$answer" 2>/dev/null
[ "$status" = 0 ] || (count_failure node-failed) >/dev/null 2>&1
exit 0
