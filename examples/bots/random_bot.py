#!/usr/bin/env python3
"""A bot for parlor that plays any legal action: the smallest there is in Python.

    parlor arena scout --bots "cmd:examples/bots/random_bot.py",novice

What it is told is in docs/bot-protocol.md. `view` is read, as a real bot would;
here it only shows how. What is printed goes to parlor, so a bot that wants to
say something else prints to standard error, or a line that begins with `info`.
"""
import json
import random
import sys


def main():
    dice = random.Random()
    legal, view = [], None
    for line in sys.stdin:
        word, _, rest = line.rstrip('\n').partition(' ')
        if word == 'parlor-bot':
            print('parlor-bot 1 random in Python', flush=True)
        elif word == 'random':  # the same game again gets the same number
            dice.seed(int(rest))
        elif word == 'view':
            view = json.loads(rest)
            legal = []
        elif word == 'legal':
            legal.append(rest)
        elif word == 'go':
            assert isinstance(view, dict)
            print('do ' + dice.choice(legal), flush=True)
        elif word == 'quit':
            break


if __name__ == '__main__':
    main()
