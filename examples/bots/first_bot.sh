#!/bin/sh
# A bot for parlor that plays the first legal action it is told of.
#
#     parlor arena scout --bots "cmd:examples/bots/first_bot.sh",novice
#
# What it is told is in docs/bot-protocol.md.
while read -r word rest; do
    case $word in
    parlor-bot) echo "parlor-bot 1 first in shell" ;;
    view) first= ;;
    legal) [ -n "$first" ] || first=$rest ;;
    go) echo "do $first" ;;
    quit) exit 0 ;;
    esac
done
