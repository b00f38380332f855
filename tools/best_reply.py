#!/usr/bin/env python3
"""Looks for the best reply to a bot: the player that wins most at a table of it.

    tools/best_reply.py PROGRAM GAME [--against BOT] [--players N] [--deals K] [--confirm K] [--longest N]
                        [--seed HEX] [--threads T] [BOT ...]

Many players try it: rules of thumb, the policy of playouts, searches of 30 to 100,000 simulations, and the bots
that you name (`club:500`, or `cmd:COMMAND` for your own program). Each plays K deals at a table of master, or of the
bot that --against names. The better half goes on with twice as many further deals, until one is left. That one has
been lucky, too, so it plays --confirm fresh deals, and only those count: how far it is above an even share is
what the bot loses at least to somebody who knows it. The last line is a row for docs/ratings.md. Ctrl-C ends the
search."""
import argparse
import json
import subprocess
import sys

FRESH = 1 << 60  # added to the seed: other deals
SIMULATIONS = (30, 100, 300, 1000, 3000, 10000, 30000, 100000)


def play(args, bot, deals, seed):
    """Returns what the arena says of one bot at a table of the other."""
    command = [args.program, "arena", args.game, "--players", str(args.players), "--bots", f"{bot},{args.against}",
               "--deals", str(deals), "--seed", f"{seed:x}", "--threads", str(args.threads), "--json", "--quiet"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"tools/best_reply.py: {' '.join(command)} ended with exit code {done.returncode}")
    return json.loads(done.stdout.splitlines()[0])


def hexadecimal(text):
    return int(text, 16)


def candidates(args):
    searches = [f"club:{count}" for count in SIMULATIONS if count <= args.longest]
    return [bot for bot in ["novice", "club:0"] + searches + args.bots if bot != args.against]


def halve(args, bots):
    """Plays rounds until one bot is left, and returns it with the number of games."""
    games, deals, first = 0, args.deals, args.seed
    while len(bots) > 1:
        shares = {}
        for bot in bots:
            report = play(args, bot, deals, first)
            shares[bot] = report["bots"][0]["win_share"]
            games += report["games"]
            print(f"{bot:24} {100 * shares[bot]:5.1f} % of {report['games']} games", flush=True)
        bots = sorted(bots, key=lambda bot: -shares[bot])[: len(bots) // 2]
        deals *= 2
        first += 1
    return bots[0], games


def main():
    parser = argparse.ArgumentParser(description="Looks for the player that wins most at a table of a bot.")
    parser.add_argument("program")
    parser.add_argument("game")
    parser.add_argument("bots", nargs="*", metavar="BOT", help="further bots that try it")
    parser.add_argument("--against", default="master", metavar="BOT", help="the others at the table (master)")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=10, help="of the first round (10)")
    parser.add_argument("--confirm", type=int, default=100, help="fresh deals of the last bot (100)")
    parser.add_argument("--longest", type=int, default=SIMULATIONS[-1], metavar="N", help="no search of more (100000)")
    parser.add_argument("--seed", type=hexadecimal, default="b0", help="at most 15 hex digits (b0)")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_intermixed_args()
    if args.deals < 1 or args.confirm < 1:
        parser.error("--deals and --confirm are at least 1")
    if not 0 <= args.seed < FRESH:
        parser.error("--seed has at most 15 hex digits")
    best, games = halve(args, candidates(args))
    report = play(args, best, args.confirm, args.seed + FRESH)
    bot = report["bots"][0]
    low, high = (100 * share for share in bot["win_share_ci"])
    share, even = 100 * bot["win_share"], 100 / args.players
    print(f"| {args.players} | `{best}` | {games} | {report['games']} | {share:.1f}% [{low:.1f}, {high:.1f}] "
          f"| {share - even:+.1f} | {report['p_value']:.4f} |")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("tools/best_reply.py: interrupted")
    except OSError as problem:  # the program cannot be run
        sys.exit(f"tools/best_reply.py: {problem.filename}: {problem.strerror}")
