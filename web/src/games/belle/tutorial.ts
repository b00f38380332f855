// A first ball with two novices. The deal is a kind one: tea for three, and somebody
// to tell tales about.
import {texts} from '../../text/text';
import type {Lesson, Tutorial} from '../game';

const en = {
    'welcome': 'You give a ball, and so do two novices. This is your party: three groups, each with one Guest so far. Every Guest has three interests, drawn on the right.',
    'match': 'Guests who share an interest make a group worth something: an interest that is there twice is 2 points, three times 3, and so on. An interest that is there once is worth nothing. With four cards a group is full, and is scored.',
    'line': 'New Guests wait in line. The first one is free. Bumblebee likes Tea and Sun, as Korakora in your group 1 does. Choose Bumblebee, and then group 1.',
    'regret': 'Tea twice and Sun twice: worth 4. Now somebody further back. These are your Regrets, cards with a tear on them. To skip a Guest you lay one of them beside him, and whoever takes him later gets it.\nVorpal shares Chat and Shield with your group 2 and costs one Regret. Invite Vorpal to group 2.',
    'belle': 'Instead of a Guest you may take a Belle card, to play in a later turn. “The Belle Tells Tales” is first, so it is free, and somebody has left a Regret beside it: that will be yours. Choose it, read it, and take it.',
    'mischief': 'You hold a Belle card now, so your turn begins with Step 1: you may play one. Mirth goes into your own groups, Mischief into those of others, Mayhem works at once. Tells Tales pays you half of what the group scores. The second novice’s group 1 looks promising: choose the card, then that group.',
    'three': 'Step 2 comes in every turn: invite a card. Dithith likes Tea and Snub and is free. Into group 1: see what it would be worth before you choose.',
    'tea': 'Three times Tea! The second Belle card says: 2 more for each Tea. It costs one Regret, and you have three. Take it.',
    'paid': 'Look at what happened: the second novice’s group was full and scored 8, and you got 4 for telling tales. You can always read such things above the lines.',
    'mirth': 'And now your own. Play the Tea card on group 1: the fourth card makes the group full, and worth 7 and 6 more.',
    'score': 'The group is full and will be scored at the end of this turn, all by itself: that is Step 3. First invite somebody. Critique shares Snub and Music with your group 3 and is free.',
    'done': '13 points! The group has gone home, and its place is empty for a new one.',
    'end': 'The ball is over as soon as the last Guest is taken. Groups that are not scored by then count no more than half a point for each card, and so does every Belle card and every Regret you have left. So finish your groups in time. When you do not know what to do, ask for a hint. Enjoy the ball!',
    'over': 'The ball is over. Below you see where every point came from, group by group: the interests that matched, what Belle cards added or took, and half a point for each card left. Now you know the game. Play again, with bots or with friends!',
};

const zhHant: Record<keyof typeof en, string> = {
    'welcome': '你辦了一場舞會，兩位新手也是。這是你的派對：三組，目前各有一位賓客。每位賓客有三個興趣，畫在牌的右邊。',
    'match': '有相同興趣的賓客讓一組有價值：同一興趣出現兩次值 2 分，三次值 3 分，依此類推；只出現一次不算分。一組有四張牌就滿了，然後計分。',
    'line': '新的賓客在排隊，第一位免費。Bumblebee 喜歡茶和太陽，和你第 1 組的 Korakora 一樣。先選 Bumblebee，再選第 1 組。',
    'regret': '茶兩個、太陽兩個：值 4 分。現在請後面的人。這些有眼淚的牌是你的「遺憾」。每跳過一位賓客，就在他旁邊放一張；之後誰請他，遺憾就歸誰。\nVorpal 和你的第 2 組都喜歡閒聊和盾牌，要付一張遺憾。請 Vorpal 到第 2 組。',
    'belle': '你也可以不請賓客而拿一張貝兒牌，之後的回合打出。「The Belle Tells Tales」在最前面，免費，而且旁邊有人留下一張遺憾，會歸你。選它、讀它、拿走它。',
    'mischief': '你手上有貝兒牌了，所以回合從步驟 1 開始：可以打一張。歡樂放進自己的組，搗蛋放進別人的組，騷動立刻生效。這張牌讓你得到那一組分數的一半。第二位新手的第 1 組看來不錯：選這張牌，再選那一組。',
    'three': '每個回合都有步驟 2：請一張牌。Dithith 喜歡茶和冷落，而且免費。放進第 1 組：選之前就能看到會值多少分。',
    'tea': '三個茶！第二張貝兒牌說：每個茶多 2 分。要付一張遺憾，你有三張。拿走它。',
    'paid': '看看發生了什麼：第二位新手的那組滿了，得 8 分，而你因為說閒話得 4 分。隊伍上方隨時可以讀到這些。',
    'mirth': '現在輪到自己的組。把茶的牌打在第 1 組：第四張牌讓這組滿了，值 7 分再加 6 分。',
    'score': '這組滿了，會在這回合結束時自動計分：這是步驟 3。先請一位賓客。Critique 和你的第 3 組都有冷落和音樂，而且免費。',
    'done': '13 分！這組的客人回家了，空位可以放新的一組。',
    'end': '最後一位賓客被請走時，舞會立刻結束。還沒計分的組，每張牌只值半分；手上的貝兒牌和遺憾也一樣。所以要及時完成你的組。不知道怎麼辦時，就要一個提示。祝你舞會愉快！',
    'over': '舞會結束了。下面可以看到每一分從哪裡來，一組一組：相同的興趣、貝兒牌加減的分數，以及剩下的每張牌半分。你已經會玩了，再和機器人或朋友玩一場吧！',
};

const t = texts<keyof typeof en>({en, 'zh-Hant': zhHant});

function lesson(move: Lesson['move'], key: keyof typeof en, light: string, action?: string): Lesson {
    return {move, text: () => t(key), light, ...(action ? {only: [action]} : {})};
}

export const tutorial: Tutorial = {
    players: 3,
    prepared: 17,
    lessons: [
        lesson(0, 'welcome', '.party.own'),
        lesson(0, 'match', '.party.own .groups'),
        lesson(0, 'line', '[data-card="G44"]', 'invite G44 to 1'),
        lesson(1, 'regret', '.party.own .regret-count, [data-card="G40"]', 'invite G40 to 2'),
        lesson(2, 'belle', '[data-card="B25"]', 'invite B25'),
        lesson(3, 'mischief', '[data-card="B25"], [data-group="2.0"]', 'play B25 on 1 of 2'),
        lesson(4, 'three', '[data-card="G59"]', 'invite G59 to 1'),
        lesson(5, 'tea', '[data-card="B10"]', 'invite B10'),
        lesson(6, 'paid', '.news'),
        lesson(6, 'mirth', '.hand', 'play B10 on 1'),
        lesson(7, 'score', '[data-group="0.0"], [data-card="G4"]', 'invite G4 to 3'),
        lesson(8, 'done', '.seat.own'),
        lesson(8, 'end', '.line-0 h2'),
        lesson('over', 'over', '.final'),
    ],
};
