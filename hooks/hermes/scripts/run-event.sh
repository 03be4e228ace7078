#!/bin/sh
# Feeds the installed plugin one event, for a runtime check: the hook's name as the argument, its arguments as JSON on
# standard input. On the Python of Hermes, whose path lies beside this file, else on the system's.
here=${0%/*}
python=
[ -f "$here/python-path" ] && IFS= read -r python <"$here/python-path"
for each in "$python" /usr/bin/python3 /usr/local/bin/python3 /opt/homebrew/bin/python3; do
  [ -n "$each" ] && [ -x "$each" ] && exec "$each" -B "$here/run_event.py" "$@"
done
echo 'run-event.sh: no Python 3 was found.' >&2
exit 1
