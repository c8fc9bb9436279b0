#!/bin/sh
# sh guard.sh [--remove DIR] [--input FILE] -- COMMAND [ARG…]
#
# Runs COMMAND and ends it when our standard input is closed, which happens whenever the process
# that holds the other end of the pipe ends, be it by `kill -9`. COMMAND gets TERM, with all of its
# process group, also where it is stopped, and KILL three seconds later.
#   --remove DIR   removes DIR after that end; if COMMAND ends by itself, DIR stays for the caller
#   --input FILE   what COMMAND reads (otherwise nothing)
# If COMMAND ends by itself, its exit status is ours. Start this script in a session of its own
# (`detached: true` in Node): the signals go to the whole group. Plain POSIX sh.

remove='' input=/dev/null
while [ $# -gt 0 ]; do
  case $1 in
    --remove) remove=$2; shift 2 ;;
    --input) input=$2; shift 2 ;;
    --) shift; break ;;
    *) break ;;
  esac
done
[ $# -gt 0 ] || { echo 'guard.sh: no command' >&2; exit 2; }

# A handler, unlike an ignored signal, is not passed on to COMMAND.
ending=''
trap 'ending=1' HUP INT TERM
exec 3<&0

"$@" <"$input" 3<&- &
child=$!

(
  trap : HUP INT TERM
  while read -r _; do :; done
  kill -TERM 0
  # What is stopped hears TERM only when it goes on.
  kill -CONT 0
  for _ in 1 2 3; do sleep 1; done
  kill -KILL "$child"
) <&3 >/dev/null 2>&1 &
watcher=$!
# The other ends of our output may have gone: a shell that says "Terminated" there would die of it.
exec 3<&- >/dev/null 2>&1

# `wait` also returns when a signal comes; the command is over when it can be signalled no more.
while :; do
  wait "$child"
  status=$?
  kill -0 "$child" || break
done

kill -KILL "$watcher"
wait "$watcher"
[ -n "$ending" ] || exit "$status"
if [ -n "$remove" ]; then rm -rf -- "$remove"; fi
# What the command left behind in our group ends with us.
kill -KILL 0
