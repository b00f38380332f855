#!/usr/bin/env python3
"""Learns a game of parlor by playing against itself: PPO with masked actions, in one file.

    python examples/python/ppo.py bannish --players 4 --decisions 3000000 --out bannish.npz
    parlor arena bannish --bots "cmd:python examples/python/policy_bot.py bannish.npz",novice

With --device cuda both the network and the games are on the GPU (docs/gpu.md), and nothing of a game is copied to
the host. One network plays all seats. A game pays each seat its share of the win, once, at
the end; what a choice was worth is learnt between a seat's own choices, whatever
the others do in between (see `advantages`). It needs PyTorch, 1.13 or later.
"""
import argparse
import sys
import time

import numpy
import torch
from torch import nn

import parlor
import parlor.cuda


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

    def save(self, path, game):
        numpy.savez(path, game=game, **{name: weights.cpu().numpy() for name, weights in self.state_dict().items()})


class OnProcessors:
    """The games of parlor.vector. What they show is copied to the network's device."""

    def __init__(self, game, n, seed, device):
        self.games, self.device = game.vector(n, seed=seed), device

    def look(self):
        """What the seats to act see, what they may do, and who they are."""
        shown = self.games.observation, self.games.mask, self.games.seat
        return [torch.tensor(rows, device=self.device) for rows in shown]

    def step(self, actions):
        """Takes the actions; what each seat was paid, and which games have ended."""
        self.games.step(actions.cpu().numpy())
        return torch.tensor(self.games.reward, device=self.device), torch.tensor(self.games.done, device=self.device)

    def random(self):
        actions = numpy.zeros(len(self.games.seat), numpy.int64)
        self.games.random_actions(actions)
        return torch.tensor(actions, device=self.device)

    def check(self):
        """Raises parlor.Illegal if an action was not legal; here step() has."""


class OnGpu:
    """The same games on the GPU. Their rows are tensors as they are, and copied there, since a step overwrites them."""

    def __init__(self, game, n, seed, device):
        self.games = parlor.cuda.vector(game.id, n, game.players, seed=seed, picks=True, device=device.index or 0)
        shown = self.games.observation, self.games.mask, self.games.seat, self.games.reward, self.games.done
        self.observation, self.words, self.seat, self.reward, self.done = (torch.from_dlpack(rows) for rows in shown)
        self.pick = torch.from_dlpack(self.games.pick)
        self.bits = torch.arange(32, dtype=torch.int32, device=device)

    def look(self):
        mask = (self.words[:, :, None] >> self.bits & 1).flatten(1)[:, :self.games.game.max_actions]
        return self.observation.clone(), mask.to(torch.uint8), self.seat.clone()

    def step(self, actions):
        self.games.step(actions)
        return self.reward.clone(), self.done.clone()

    def random(self):
        return self.pick.to(torch.int64)

    def check(self):
        self.games.check()


def play(player, games, length):
    """Plays `length` steps of all games: tensors for learning and for judging, all [length, games]."""
    steps = []
    for _ in range(length):
        seen, mask, seat = games.look()
        with torch.no_grad():
            choice, value = player(seen, mask)
            action = choice.sample()
            chance = choice.log_prob(action)
        steps.append((seen, mask, action, chance, seat, value, *games.step(action)))
    games.check()
    columns = [torch.stack(column) for column in zip(*steps, strict=True)]
    return columns[:4], columns[4:]


def advantages(seat, value, reward, done, discount=1.0, trust=0.95):
    """Computes how much better than expected each choice was, and whether that is known yet.

    Backwards through time, with what follows for every seat of every game: the value of its
    next own choice, or what the end of the game paid. The last choice of a seat in a game
    that goes on has nothing after it, and is not learnt from.
    """
    paid, later, gain = (torch.zeros_like(reward[0]) for _ in range(3))
    known = torch.zeros_like(reward[0], dtype=torch.bool)
    advantage, sure = torch.zeros_like(value), torch.zeros_like(seat, dtype=torch.bool)
    for t in reversed(range(len(seat))):
        over = done[t].bool()[:, None]
        paid = torch.where(over, reward[t], paid)
        later, gain, known = later.masked_fill(over, 0), gain.masked_fill(over, 0), known | over
        mine = seat[t][:, None]
        sure[t] = known.gather(1, mine)[:, 0]
        ahead = paid + discount * later + discount * trust * gain
        advantage[t] = ahead.gather(1, mine)[:, 0] - value[t]
        paid = paid.scatter(1, mine, 0)
        later = later.scatter(1, mine, value[t][:, None])
        gain = gain.scatter(1, mine, torch.where(sure[t], advantage[t], 0.0)[:, None])
        known = known.scatter(1, mine, True)
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


def against_random(player, games, count):
    """The win share of the player as seat 0 against random choices, and the games played."""
    won = ended = 0
    while ended < count:
        seen, mask, seat = games.look()
        actions, mine = games.random(), (seat == 0).nonzero()[:, 0]
        if len(mine):
            with torch.no_grad():
                choice, _ = player(seen[mine], mask[mine])
            actions[mine] = choice.logits.argmax(-1)
        reward, done = games.step(actions)
        won += reward[:, 0].sum().item()
        ended += int(done.sum())
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
    ask.add_argument('--device', default='cpu', help='cuda for a GPU')
    ask.add_argument('--vector', choices=('cpu', 'cuda'), help='where the games are; else where the network is')
    of = ask.parse_args()

    torch.manual_seed(of.seed)
    device = torch.device(of.device)
    vector = OnGpu if (of.vector or device.type) == 'cuda' else OnProcessors
    game = parlor.load(of.game, of.players)
    player = Player(game.observation_size, game.max_actions, of.width).to(device)
    optimizer = torch.optim.Adam(player.parameters(), of.rate, eps=1e-5)
    lessons, decisions = max(1, of.decisions // (of.games * of.length)), of.games * of.length
    try:
        games = vector(game, of.games, of.seed, device)
    except parlor.cuda.NoGpu as error:
        sys.exit(f'ppo.py: {error}')
    spent = 0.0
    for lesson in range(lessons):
        began = time.monotonic()
        optimizer.param_groups[0]['lr'] = of.rate * (1 - 0.9 * lesson / lessons)
        played, (seat, value, reward, done) = play(player, games, of.length)
        advantage, sure = advantages(seat, value, reward, done)
        batch = [column[sure] for column in (*played, advantage, advantage + value)]
        spread = learn(player, optimizer, batch, of.epochs, of.piece, of.entropy)
        spent += time.monotonic() - began
        if (lesson + 1) % max(1, lessons // 20) == 0:
            share, _ = against_random(player, vector(game, 256, of.seed + lesson, device), of.check)
            learnt = (lesson + 1) * decisions
            print(f'{learnt:>9} decisions, {spent:5.0f} s, {learnt / spent:.0f} a second: '
                  f'entropy {spread:.2f}, wins {100 * share:.1f} % against random', flush=True)
            if of.out:
                player.save(of.out, of.game)
    if of.out:
        player.save(of.out, of.game)


if __name__ == '__main__':
    main()
