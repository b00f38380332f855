#!/usr/bin/env python3
"""Plays a policy that ppo.py has learnt, for `parlor arena` (docs/bot-protocol.md).

    parlor arena bannish --bots "cmd:python examples/python/policy_bot.py bannish.npz",novice

It takes the action that the policy likes best. NumPy is all it needs.
"""
import sys

import numpy


class Policy:
    def __init__(self, path):
        with numpy.load(path) as file:
            self.weights = {name: file[name] for name in file.files}
        self.game = str(self.weights.pop('game'))

    def best(self, observation, ids):
        """Chooses one of these ids."""
        of = self.weights
        x = numpy.maximum(of['seen.weight'] @ numpy.unpackbits(observation) + of['seen.bias'], 0)
        x = numpy.maximum(of['inner.weight'] @ x + of['inner.bias'], 0)
        return int(numpy.argmax(of['choice.weight'][ids] @ x + of['choice.bias'][ids]))


def main():
    policy = Policy(sys.argv[1])
    for line in sys.stdin:
        word, _, rest = line.rstrip('\n').partition(' ')
        if word == 'parlor-bot':
            print('parlor-bot 1 a learnt policy', flush=True)
        elif word == 'new' and rest.split()[0] != policy.game:
            sys.exit(f'this policy plays {policy.game}')
        elif word == 'observation':
            seen = numpy.frombuffer(bytes.fromhex(rest), numpy.uint8)
            legal = []
        elif word == 'ids':
            ids = [int(number) for number in rest.split()]
        elif word == 'legal':
            legal.append(rest)
        elif word == 'go':
            print('do ' + legal[policy.best(seen, ids)], flush=True)
        elif word == 'quit':
            break


if __name__ == '__main__':
    main()
