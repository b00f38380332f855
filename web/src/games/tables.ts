// The tables of the games, as src/rules has them. Made by tools/page_tables.py from what
// `parlor --describe` says: change them there, and run `ninja -C build tables`.

export const scoutTables = {
    phases: ['deal', 'rotate', 'turn', 'finish', 'over'],
} as const;

export const bridesmaidTables = {
    phases: ['reserve', 'robot', 'give', 'order', 'play', 'aside', 'display', 'draw', 'over'],
    accessories: [-5, -3, -2, 0, 1, 2, 3, 5, 6, 8, 10],
} as const;

export const belleTables = {
    phases: ['deck', 'setup', 'play', 'steal', 'invite', 'over'],
    interests: [
        {name: 'Chat', family: 'common'},
        {name: 'Flirt', family: 'common'},
        {name: 'Snub', family: 'common'},
        {name: 'Music', family: 'medium'},
        {name: 'Book', family: 'medium'},
        {name: 'Cake', family: 'medium'},
        {name: 'Tea', family: 'medium'},
        {name: 'Fish', family: 'rare'},
        {name: 'Moon', family: 'rare'},
        {name: 'Shield', family: 'rare'},
        {name: 'Sun', family: 'rare'},
        {name: 'Tree', family: 'rare'},
    ],
    effects: [
        {id: 'CROWD', type: 'MAYHEM'},
        {id: 'MOVE_OWN', type: 'MAYHEM'},
        {id: 'SWAP', type: 'MAYHEM'},
        {id: 'FREE_SKIP', type: 'MAYHEM'},
        {id: 'REVERSE', type: 'MAYHEM'},
        {id: 'SWEEP', type: 'MAYHEM'},
        {id: 'STEAL_BELLE', type: 'MAYHEM'},
        {id: 'APOLOGY', type: 'MAYHEM'},
        {id: 'EJECT', type: 'MAYHEM'},
        {id: 'BONUS_TEA', type: 'MIRTH'},
        {id: 'BONUS_CAKE', type: 'MIRTH'},
        {id: 'BONUS_BOOK', type: 'MIRTH'},
        {id: 'BONUS_MUSIC', type: 'MIRTH'},
        {id: 'BONUS_NOBLE', type: 'MIRTH'},
        {id: 'BONUS_PAIR', type: 'MIRTH'},
        {id: 'COPY', type: 'MIRTH'},
        {id: 'BONUS_SHARED', type: 'MIRTH'},
        {id: 'VARIETY', type: 'MIRTH'},
        {id: 'RUSHED', type: 'MISCHIEF'},
        {id: 'MINUS4', type: 'MISCHIEF'},
        {id: 'NO_COMMON', type: 'MISCHIEF'},
        {id: 'NO_MEDIUM', type: 'MISCHIEF'},
        {id: 'MINUS_NOBLE', type: 'MISCHIEF'},
        {id: 'STAYS', type: 'MISCHIEF'},
        {id: 'TALES', type: 'MISCHIEF'},
        {id: 'TOLL', type: 'MISCHIEF'},
        {id: 'FAVORITE', type: 'MISCHIEF'},
    ],
} as const;

export const sparrowsTables = {
    phases: ['dealer', 'reshuffle', 'bids', 'cycle', 'bid', 'partner', 'late', 'over'],
    suits: ['S', 'P', 'E', 'C'],
    bids: [
        {id: 'two_pair', name: 'Two Pairs', value: 40, kind: 'sets', sizes: [2, 2]},
        {id: 'three_pair', name: 'Three Pairs', value: 60, kind: 'sets', sizes: [2, 2, 2]},
        {id: 'one_trio', name: 'One Trio', value: 80, kind: 'sets', sizes: [3]},
        {id: 'two_trio', name: 'Two Trio', value: 140, kind: 'sets', sizes: [3, 3]},
        {id: 'three_trio', name: 'Three Trio', value: 180, kind: 'sets', sizes: [3, 3, 3]},
        {id: 'one_quatro', name: 'One Quatro', value: 160, kind: 'sets', sizes: [4]},
        {id: 'two_quatro', name: 'Two Quatro', value: 200, kind: 'sets', sizes: [4, 4]},
        {id: 'straight_short', name: 'Short Street', value: 20, kind: 'street', sizes: [3]},
        {id: 'straight_mid', name: 'Medium Street', value: 80, kind: 'street', sizes: [5]},
        {id: 'straight_long', name: 'Long Street', value: 140, kind: 'street', sizes: [7]},
        {id: 'flush_short', name: 'Short Group', value: 20, kind: 'group', sizes: [4]},
        {id: 'flush_mid', name: 'Medium Group', value: 100, kind: 'group', sizes: [5]},
        {id: 'flush_long', name: 'Long Group', value: 180, kind: 'group', sizes: [6]},
        {id: 'full_house_regular', name: 'Full House', value: 80, kind: 'sets', sizes: [3, 2]},
        {id: 'full_house_medium', name: 'Full Villa', value: 100, kind: 'sets', sizes: [3, 2, 2]},
        {id: 'full_house_long', name: 'Full Mansion', value: 160, kind: 'sets', sizes: [3, 3, 2, 2]},
        {id: 'full_house_extreme', name: 'Full Estate', value: 180, kind: 'sets', sizes: [3, 3, 2, 2, 2]},
        {id: 'straight_flush_short', name: 'Short Band', value: 80, kind: 'band', sizes: [2]},
        {id: 'straight_flush_mid', name: 'Medium Band', value: 140, kind: 'band', sizes: [3]},
        {id: 'straight_flush_long', name: 'Long Band', value: 180, kind: 'band', sizes: [4]},
        {id: 'straight_flush_extreme', name: 'Superlong Band', value: 200, kind: 'band', sizes: [5]},
        {id: 'high_card', name: 'High Card', value: 100, kind: 'high', sizes: []},
        {id: 'low_card', name: 'Low Card', value: 100, kind: 'low', sizes: []},
        {id: 'majority_sparrows', name: 'Sparrow Majority', value: 100, kind: 'most', sizes: [], suit: 'S'},
        {id: 'majority_parrots', name: 'Parrot Majority', value: 100, kind: 'most', sizes: [], suit: 'P'},
        {id: 'majority_eagles', name: 'Eagle Majority', value: 100, kind: 'most', sizes: [], suit: 'E'},
        {id: 'majority_chickens', name: 'Chicken Majority', value: 100, kind: 'most', sizes: [], suit: 'C'},
        {id: 'flush_hand', name: 'Hand Group', value: 100, kind: 'suits', sizes: []},
        {id: 'no_duplicates', name: 'No Duplicates', value: 140, kind: 'different', sizes: []},
    ],
    bonuses: [
        {id: 'win_all', name: 'Win All', value: 200},
        {id: 'win_none', name: 'Win None', value: 200},
        {id: 'together', name: 'Match Together', value: 100},
    ],
} as const;

export const bannishTables = {
    phases: ['deal', 'play', 'take', 'over'],
    colours: ['R', 'G', 'B', 'Y', 'P'],
} as const;
