#!/usr/bin/env bash
# scripts/keyring-session.sh COMMAND [ARG...]
#
# Runs COMMAND with a keyring of its own on Linux: a private D-Bus and a fresh, unlocked GNOME Keyring
# in a temporary folder, both gone afterwards. For tests of the keychain, which must never meet the
# keyring of the person who runs them. Exit status: COMMAND's, or 125 when there can be no keyring.
set -eu
for tool in dbus-daemon gnome-keyring-daemon; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed (Debian: dbus gnome-keyring libsecret-1-0)" >&2; exit 125; }
done
folder=$(mktemp -d)
bus='' ring='' child=''
end() {
  for pid in $child $ring $bus; do kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap end EXIT
trap 'exit 143' INT TERM HUP
mkdir -m 700 "$folder/runtime" "$folder/data"
export XDG_RUNTIME_DIR="$folder/runtime" DBUS_SESSION_BUS_ADDRESS="unix:path=$folder/runtime/bus"
dbus-daemon --session --nofork --nopidfile --address="$DBUS_SESSION_BUS_ADDRESS" >"$folder/bus.log" 2>&1 </dev/null &
bus=$!
i=0
until [ -S "$folder/runtime/bus" ]; do
  i=$((i + 1)); [ $i -lt 100 ] || { cat "$folder/bus.log" >&2; exit 125; }
  sleep 0.05
done
# --unlock reads the new keyring's password from standard input.
printf 'test' | XDG_DATA_HOME="$folder/data" gnome-keyring-daemon --foreground --unlock --components=secrets >"$folder/ring.log" 2>&1 &
ring=$!
i=0
until dbus-send --session --dest=org.freedesktop.DBus --print-reply /org/freedesktop/DBus org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q 'boolean true'; do
  i=$((i + 1)); [ $i -lt 200 ] || { cat "$folder/ring.log" >&2; exit 125; }
  sleep 0.05
done
"$@" <&0 &
child=$!
status=0
wait "$child" || status=$?
child=''
exit "$status"
