#!/usr/bin/env python3
"""Learns a game of parlor by playing against itself: PPO with masked actions, in one file.

    python examples/python/ppo.py bannish --players 4 --decisions 3000000 --out bannish.npz
    parlor arena bannish --bots "cmd:python examples/python/policy_bot.py bannish.npz",novice

One network plays all seats. A game pays each seat its share of the win, once, at
the end; what a choice was worth is learnt between a seat's own choices, whatever
the others do in between (see `advantages`). It needs PyTorch, 1.13 or later.
"""
import argparse
import time

import numpy
import torch
from torch import nn

import parlor


class Player(nn.Module):
    """Choice and value from the bits of an observation: most bytes are names of things, not amounts."""

    def __init__(self, bytes_seen, actions, width):
        super().__init__()
        self.seen = nn.Linear(8 * bytes_seen, width)
        self.inner = nn.Linear(width, width)
        self.choice = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.choice.weight, 0.01)
        self.register_buffer('places', torch.arange(7, -1, -1, dtype=torch.uint8), persistent=False)

    def forward(self, observation, mask):
        bits = (observation.unsqueeze(-1) >> self.places & 1).flatten(1).float()
        x = torch.relu(self.inner(torch.relu(self.seen(bits))))
        scores = self.choice(x).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=scores, validate_args=False), self.value(x).squeeze(-1)

    def look(self, games):
        """Copies what the seats to act see into tensors."""
        device = self.places.device
        return (torch.tensor(games.observation, device=device), torch.tensor(games.mask, device=device))

    def save(self, path, game):
        numpy.savez(path, game=game, **{name: weights.cpu().numpy() for name, weights in self.state_dict().items()})


def play(player, games, length):
    """Plays `length` steps of all games: tensors for learning, arrays for judging, all [length, games]."""
    lessons, facts = [], []
    for _ in range(length):
        seen, mask = player.look(games)
        seat = games.seat.copy()
        with torch.no_grad():
            choice, value = player(seen, mask)
            action = choice.sample()
            lessons.append((seen, mask, action, choice.log_prob(action)))
        games.step(action.cpu().numpy())
        facts.append((seat, value.cpu().numpy(), games.reward.copy(), games.done.copy()))
    return ([torch.stack(column) for column in zip(*lessons, strict=True)],
            [numpy.stack(column) for column in zip(*facts, strict=True)])


def advantages(seat, value, reward, done, discount=1.0, trust=0.95):
    """Computes how much better than expected each choice was, and whether that is known yet.

    Backwards through time, with what follows for every seat of every game: the value of its
    next own choice, or what the end of the game paid. The last choice of a seat in a game
    that goes on has nothing after it, and is not learnt from.
    """
    length, n = seat.shape
    here = numpy.arange(n)
    paid, later, gain = (numpy.zeros(reward.shape[1:], numpy.float32) for _ in range(3))
    known = numpy.zeros(reward.shape[1:], bool)
    advantage, sure = numpy.zeros_like(value), numpy.zeros(seat.shape, bool)
    for t in reversed(range(length)):
        over = done[t].astype(bool)
        paid[over], later[over], gain[over], known[over] = reward[t][over], 0, 0, True
        mine = here, seat[t]
        sure[t] = known[mine]
        advantage[t] = paid[mine] + discount * later[mine] - value[t] + discount * trust * gain[mine]
        paid[mine], later[mine], known[mine] = 0, value[t], True
        gain[mine] = numpy.where(sure[t], advantage[t], 0)
    return advantage, sure


def learn(player, optimizer, batch, epochs, size, entropy, clip=0.2):
    """Learns from all that was played, several times over, in pieces."""
    for _ in range(epochs):
        for piece in torch.randperm(len(batch[0]), device=batch[0].device).split(size):
            seen, mask, action, chance, gain, target = (column[piece] for column in batch)
            choice, value = player(seen, mask)
            ratio = (choice.log_prob(action) - chance).exp()
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            better = torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
            spread = choice.entropy().mean()
            loss = -better + 0.5 * (value - target).pow(2).mean() - entropy * spread
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()
    return spread.item()


def against_random(player, game, count, seed):
    """The win share of the player as seat 0 against random choices, and the games played."""
    won = ended = 0
    with game.vector(256, seed=seed) as games:
        actions = numpy.zeros(256, numpy.int64)
        while ended < count:
            games.random_actions(actions)
            mine = numpy.flatnonzero(games.seat == 0)
            if len(mine):
                with torch.no_grad():
                    choice, _ = player(*(part[mine] for part in player.look(games)))
                actions[mine] = choice.logits.argmax(-1).cpu().numpy()
            games.step(actions)
            won += games.reward[:, 0].sum()
            ended += int(games.done.sum())
    return won / ended, ended


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument('game')
    ask.add_argument('--players', type=int, default=4)
    ask.add_argument('--decisions', type=int, default=3_000_000, help='how many to learn from')
    ask.add_argument('--out', help='where the policy goes, a .npz file')
    ask.add_argument('--seed', type=int, default=1)
    ask.add_argument('--games', type=int, default=256, help='played at once')
    ask.add_argument('--length', type=int, default=128, help='steps of each between two lessons')
    ask.add_argument('--width', type=int, default=128, help='of the network')
    ask.add_argument('--rate', type=float, default=1e-3, help='of learning; falls to a tenth')
    ask.add_argument('--epochs', type=int, default=3, help='times to learn from what was played')
    ask.add_argument('--piece', type=int, default=2048, help='choices in one step of learning')
    ask.add_argument('--entropy', type=float, default=0.01, help='how much variety is worth')
    ask.add_argument('--check', type=int, default=2000, help='games against random choices at each report')
    ask.add_argument('--device', default='cpu', help='cuda for a graphics card')
    of = ask.parse_args()

    torch.manual_seed(of.seed)
    game = parlor.load(of.game, of.players)
    player = Player(game.observation_size, game.max_actions, of.width).to(of.device)
    optimizer = torch.optim.Adam(player.parameters(), of.rate, eps=1e-5)
    lessons = max(1, of.decisions // (of.games * of.length))
    began = time.monotonic()
    with game.vector(of.games, seed=of.seed) as games:
        for lesson in range(lessons):
            optimizer.param_groups[0]['lr'] = of.rate * (1 - 0.9 * lesson / lessons)
            played, (seat, value, reward, done) = play(player, games, of.length)
            advantage, sure = advantages(seat, value, reward, done)
            judged = [torch.tensor(column, device=of.device) for column in (advantage, advantage + value)]
            batch = [column[torch.tensor(sure, device=of.device)] for column in played + judged]
            spread = learn(player, optimizer, batch, of.epochs, of.piece, of.entropy)
            if (lesson + 1) % max(1, lessons // 20) == 0:
                share, _ = against_random(player, game, of.check, seed=of.seed + lesson)
                print(f'{(lesson + 1) * of.games * of.length:>9} decisions, {time.monotonic() - began:5.0f} s: '
                      f'entropy {spread:.2f}, wins {100 * share:.1f} % against random', flush=True)
                if of.out:
                    player.save(of.out, of.game)
    if of.out:
        player.save(of.out, of.game)


if __name__ == '__main__':
    main()
