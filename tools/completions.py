#!/usr/bin/env python3
"""Writes completions for shells from the tables of the program.

usage: completions.py PARLOR BASH ZSH FISH

BASH, ZSH and FISH are the files to write. What follows an option is known by what stands
for it in --help: FILE, DIR, GAME, BOT, LIST (of bots) or words like a|b.
"""
import re
import sys

import tables


def kind_of(option):
    """What an option takes: none for a flag, else file, dir, game, bot, bots, words or any."""
    value = option['value']
    named = {'': 'none', 'FILE': 'file', 'DIR': 'dir', 'GAME': 'game', 'BOT': 'bot', 'LIST': 'bots'}
    return 'words' if '|' in value else named.get(value, 'any')


def all_options(command):
    return command['options'] + [{'name': 'help', 'value': '', 'help': 'show help'}]


def names(rows):
    return [row.get('id') or row['name'] for row in rows]


def about_game(game):
    return f'{game["title"]}, {game["min_players"]} to {game["max_players"]} players'


def option_words(option):
    """What may be typed for an option of a game: name=value, or name= if it is not one of a few words."""
    return [f'{option["name"]}={value}' for value in tables.values(option) or ['']]


def directories(game):
    """Options of a game that name a directory."""
    return [option['name'] for option in game['options'] if option.get('values') == 'DIR']


def taking(commands, kind):
    """The names of the commands that take such words, as a pattern of the shells; None if there are none."""
    return '|'.join(command['name'] for command in commands if kind in tables.words(command)) or None


def filled(template, **parts):
    """A template with @part@ filled in, each part a line or lines of a list."""
    for name, part in parts.items():
        template = template.replace(f'@{name}@', part if isinstance(part, str) else '\n'.join(part))
    return template


# ---- bash ----

BASH = r"""# parlor: completion for bash

_parlor_offer() { # TYPED WORD...: those of the words that begin so
    local typed=$1 word
    shift
    for word; do
        [[ $word == "$typed"* ]] && COMPREPLY+=("$word")
    done
}

_parlor_files() { # -f or -d, and what is typed of the name; ~ and quotes are left to readline
    compopt -o filenames -o default 2>/dev/null
    mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
}

_parlor_list() { # BEFORE TYPED WORD...: the words, each after those of a list with commas
    local before="$1${2%"${2##*,}"}" typed=$1$2
    shift 2
    compopt -o nospace 2>/dev/null
    _parlor_offer "$typed" "${@/#/$before}"
}

_parlor_value() { # COMMAND --OPTION BEFORE TYPED: the value of an option; false if it takes none
    case "$1 $2" in
@values@
    *) return 1 ;;
    esac
}

_parlor_game_option() { # GAME TYPED
    case $1:$2 in
@directories@
    esac
    [[ $2 == *=* ]] || compopt -o nospace 2>/dev/null
    case $1:$2 in
@game_options@
    esac
}

_parlor_word() { # COMMAND GAME TYPED
    case $1:$2:$3 in
@options@
    help:*) _parlor_offer "$3" @commands@ ;;
    @takes_option@) _parlor_game_option "$2" "$3" ;;
    @takes_game@) _parlor_offer "$3" @games@ ;;
    @takes_record@) _parlor_files -f "$3" ;;
    esac
}

_parlor() {
    local line=${COMP_LINE:0:COMP_POINT} words word game=""
    COMPREPLY=()
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    local count=${#words[@]}
    local command=${words[1]} typed=${words[count - 1]}
    if ((count <= 2)); then
        _parlor_offer "$typed" @commands@ help --help --version
        return
    fi
    for word in "${words[@]:2:count-3}"; do
        case $word in @any_game@) game=$word ;; esac
    done
    if [[ $typed == --*=* ]]; then
        _parlor_value "$command" "${typed%%=*}" "${typed%%=*}=" "${typed#*=}"
    else
        _parlor_value "$command" "${words[count - 2]}" "" "$typed" || {
            _parlor_word "$command" "$game" "$typed"
            [[ -z $typed${COMPREPLY[0]} ]] && _parlor_word "$command" "$game" -
        }
    fi
    # Readline puts what is chosen in the place of what follows the last = only.
    if [[ $typed == *=* && $COMP_WORDBREAKS == *=* ]]; then
        local before=${typed%"${typed##*=}"}
        COMPREPLY=("${COMPREPLY[@]#"$before"}")
    fi
}

complete -F _parlor parlor
"""


def bash_value(option, bots, games):
    """How the value of an option is completed; what is typed before it is $3, of it $4."""
    after = {'game': games, 'bot': bots, 'words': option['value'].split('|')}.get(kind_of(option), [])
    offered = ' '.join(f'"$3{word}"' for word in after)
    return {'file': '_parlor_files -f "$4"', 'dir': '_parlor_files -d "$4"', 'any': ':',
            'bots': f'_parlor_list "$3" "$4" {" ".join(bots)}'}.get(kind_of(option), f'_parlor_offer "$3$4" {offered}')


def bash(facts):
    commands, games = facts['commands'], facts['games']
    bots, game_ids = names(facts['bots']), names(games)
    by_value = {}
    for command in commands:
        for option in command['options']:
            if kind_of(option) != 'none':
                done = bash_value(option, bots, game_ids)
                by_value.setdefault(done, []).append(f'"{command["name"]} --{option["name"]}"')

    def takes(kind, game):
        return ' | '.join(f'{name}:{game}:*' for name in (taking(commands, kind) or '-').split('|'))
    return filled(
        BASH,
        values=[f'    {" | ".join(cases)}) {done} ;;' for done, cases in by_value.items()],
        directories=[f'    {game["id"]}:{name}=*) _parlor_files -d "${{2#*=}}"; return ;;'
                     for game in games for name in directories(game)],
        game_options=[line for game in games if game['options'] for line in (
            f'    {game["id"]}:*=*) _parlor_offer "$2" '
            + ' '.join(word for option in game['options'] for word in option_words(option)) + ' ;;',
            f'    {game["id"]}:*) _parlor_offer "$2" '
            + ' '.join(f'{option["name"]}=' for option in game['options']) + ' ;;')],
        options=[f'    {command["name"]}:*:-*) _parlor_offer "$3" '
                 + ' '.join(f'--{option["name"]}' for option in all_options(command)) + ' ;;' for command in commands],
        commands=' '.join(names(commands)), games=' '.join(game_ids), any_game=' | '.join(game_ids),
        takes_option=takes('option', '?*'), takes_game=takes('game', ''), takes_record=takes('record', '*'))


# ---- zsh ----

ZSH = r"""#compdef parlor

_parlor_commands() {
    local -a commands=(
@commands@
    )
    _describe -t commands command commands
}

_parlor_games() {
    local -a games=(
@games@
    )
    _describe -t games game games
}

_parlor_bots() {
    _values -s , bot @bots@
}

_parlor_bot() {
    local -a bots=(@bot_names@)
    _describe -t bots bot bots
}

# A game, and once it is there its options.
_parlor_game_and_options() {
    local -a settings
    case ${words[(r)(@any_game@)]} in
@game_options@
    '') _parlor_games ;;
    esac
}

_parlor() {
    local curcontext=$curcontext state line
    typeset -A opt_args
    _arguments -C '(- *)--help[show help]' '(- *)--version[show the version]' '1:command:_parlor_commands' \
        '*:: :->rest' && return
    [[ $state == rest ]] && case $words[1] in
    help) _parlor_commands ;;
@rest@
    esac
}

_parlor "$@"
"""


def zsh_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_row(name, text):
    """name:text for _describe."""
    return zsh_quoted(name.replace(':', r'\:') + ':' + text.replace(':', r'\:'))


def zsh_spec(option):
    """An option for _arguments."""
    action = {'file': '_files', 'dir': '_files -/', 'game': '_parlor_games', 'bot': '_parlor_bot',
              'bots': '_parlor_bots', 'words': f'({option["value"].replace("|", " ")})', 'any': ' ', 'none': ''}
    text = re.sub(r'([\[\]:])', r'\\\1', option['help'])
    if kind_of(option) == 'none':
        return zsh_quoted(f'--{option["name"]}[{text}]')
    value = option['value'].replace('|', ' or ')
    return zsh_quoted(f'--{option["name"]}=[{text}]:{value.replace(":", "")}:{action[kind_of(option)]}')


def zsh_words(command):
    kinds = tables.words(command)
    action = ('_parlor_game_and_options' if 'option' in kinds else '_parlor_games' if 'game' in kinds
              else '_files' if 'record' in kinds else None)
    return ["'*: :" + action + "'"] if action else []


def zsh_game(game):
    """A case for the options of a game."""
    lines = [f'    {game["id"]})']
    for option in game['options']:
        done = f'compadd -- {" ".join(tables.values(option))}' if tables.values(option) else '_message value'
        if option['name'] in directories(game):
            done = '_files -/'
        lines.append(f'        if compset -P {option["name"]}=; then {done}; return; fi')
    rows = ' '.join(zsh_row(option['name'] + '=', option['help']) for option in game['options'])
    return lines + [f'        settings=({rows})', "        _describe -t settings 'option of the game' settings -S ''",
                    '        ;;']


def zsh(facts):
    commands, games = facts['commands'], facts['games']
    bots = [zsh_quoted(f'{bot["name"]}[{bot["help"]}]') for bot in facts['bots']]
    return filled(
        ZSH,
        commands=['        ' + zsh_row(row['name'], row['summary']) for row in commands]
        + ['        ' + zsh_row('help', 'show help for a command')],
        games=['        ' + zsh_row(game['id'], about_game(game)) for game in games],
        bots=' '.join(bots), bot_names=' '.join(zsh_row(bot['name'], bot['help']) for bot in facts['bots']),
        any_game='|'.join(names(games)),
        game_options=[line for game in games if game['options'] for line in zsh_game(game)],
        rest=[f'    {command["name"]}) _arguments '
              + ' '.join([zsh_spec(option) for option in all_options(command)] + zsh_words(command)) + ' ;;'
              for command in commands])


# ---- fish ----

FISH = r"""# parlor: completion for fish

function __parlor_is # COMMAND...: whether it is the one on the line
    set -l words (commandline -opc)
    test (count $words) -ge 2; and contains -- $words[2] $argv
end

function __parlor_begins
    test (count (commandline -opc)) -eq 1
end

function __parlor_plays # [GAME]: whether this game, or any, is on the line
    set -l words (commandline -opc)
    for game in $argv
        contains -- $game $words[3..]; and return 0
    end
    return 1
end

complete -c parlor -f
complete -c parlor -n __parlor_begins -l help -d 'show help'
complete -c parlor -n __parlor_begins -l version -d 'show the version'
complete -c parlor -n __parlor_begins -a help -d 'show help for a command'
@lines@
"""


def fish_quoted(text):
    return "'" + text.replace('\\', '\\\\').replace("'", "\\'") + "'"


def fish_line(condition, *args, help_text=''):
    described = ['-d', fish_quoted(help_text)] if help_text else []
    return ' '.join(['complete -c parlor -n', fish_quoted(condition), *args, *described])


def fish_option(command, option, facts):
    lists = {'game': names(facts['games']), 'bot': names(facts['bots']), 'words': option['value'].split('|')}
    value = {'none': [], 'file': ['-r', '-F'], 'dir': ['-x', "-a '(__fish_complete_directories)'"], 'any': ['-x'],
             'bots': ['-x', f"-a '(__fish_append , {' '.join(names(facts['bots']))})'"]}
    shown = value.get(kind_of(option)) or (
        ['-x', '-a', fish_quoted(' '.join(lists[kind_of(option)]))] if kind_of(option) in lists else [])
    return fish_line(f'__parlor_is {command["name"]}', '-l', option['name'], *shown, help_text=option['help'])


def fish(facts):
    commands, games = facts['commands'], facts['games']
    game_ids = ' '.join(names(games))

    def takes(kind):
        return '__parlor_is ' + (taking(commands, kind) or '-').replace('|', ' ')
    lines = []
    for command in commands:
        lines += [fish_line(condition, '-a', command['name'], help_text=command['summary'])
                  for condition in ('__parlor_begins', '__parlor_is help')]
        lines += [fish_option(command, option, facts) for option in all_options(command)]
    for game in games:
        lines.append(fish_line(f'{takes("game")}; and not __parlor_plays {game_ids}', '-a', game['id'],
                               help_text=about_game(game)))
        lines += [fish_line(f'{takes("option")}; and __parlor_plays {game["id"]}', '-a', fish_quoted(word),
                            help_text=option['help'])
                  for option in game['options'] for word in option_words(option)]
    lines.append(fish_line(takes('record'), '-F'))
    return filled(FISH, lines=lines)


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    facts = tables.read(sys.argv[1])
    for path, write in zip(sys.argv[2:], (bash, zsh, fish)):
        with open(path, 'w', encoding='utf-8') as out:
            out.write(write(facts))


if __name__ == '__main__':
    main()
