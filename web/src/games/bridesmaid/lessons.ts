// The first game: two rounds guided, the third is free. Deal 3, where one of the
// others holds back early with a 10 set aside, and you come second all the same.
import {texts} from '../../text/text';
import type {Lesson, Tutorial} from '../game';

const en = {
    goal: 'Everybody has the same eleven cards. In each of three rounds you play some of them, and their sum is your total.\nThe highest total is first, but second place brings more points. So be good, but not the best.',
    reserve: 'Five cards go away face down for now: your Reserve. Choose −5, −3, −2, 0 and 1, the low ones, then press the button. The other six are your hand.',
    seal: 'Each turn all choose one card in secret. Play the 2. It lies sealed until everybody has chosen; then all are turned up together.',
    turned: 'Both others played a 3. The list of places shows what everybody would get if the round ended now: they would share the first place. Cards add up, turn by turn. Play the 5.',
    lead: 'You lead with 7, but the others are at 4 and go on. The round lasts until no more than one player is left in. Play the 6.',
    hold: 'One of the others has held back at 4 and is out of this round. As the first to do so, that player could set one card aside, face down: it counts in the end.\nYou have 13, and more would only make you first. HOLD BACK stops you here. Play it.',
    scored: 'The card set aside was a 10: 14, first place, 1 point. You are second with 13: 2 points. The third gets nothing.\nFor each point you display a card. Displayed cards are your score, but they are out of play. Choose the two you need least: 2 and 5.',
    draw: 'Before round 2, three cards of the Reserve come back. Take −2, 0 and 1.\nCareful: who plays −5, −3 or −2 turns WILD and loses 1 point at the end. You need not play it.',
    climb: 'A new round, everybody begins at 0. Play the 3.\nThe panels of the others tell what they have shown and what they may still hold.',
    ten: 'They go slowly. Play the 10: you will be far ahead.',
    first: 'You have 13, they have 1 each. They have many cards and will climb. Hold back now: as the first to do so, you may set a card aside.',
    aside: 'Choose the 6. It lies face down and nobody but you knows it. When the round is scored you have 19.',
    again: '21, 19 and 16: second once more, for 2 points. Display 3 and 6.',
    free: 'Round 3. The last two Reserve cards are in your hand. By now everybody can work out what the others hold: open a panel to look.\nThis round is yours. Rest the pointer on a card to see where it would take you, or ask for a hint.',
    over: 'The game is over. Your score is the number of cards on display, less 1 if you are WILD; the most wins.\nYou know it all now. With four or five players, third place brings points as well; with two, a Robot is the third.',
} as const satisfies Record<string, string>;

const zhHant: Record<keyof typeof en, string> = {
    goal: '每個人都有相同的十一張牌。共三輪，每輪打出一些，加起來就是你的總和。\n總和最高是第一名，但第二名的分數更多。所以要好，但不要最好。',
    reserve: '先蓋起五張牌當後備。選最小的 −5、−3、−2、0、1，再按按鈕。另外六張是你的手牌。',
    seal: '每一手大家秘密選一張牌。出 2。它會蓋著，等大家都選好再一起翻開。',
    turned: '另外兩人都出 3。名次表顯示如果這輪現在結束，各人得幾分：他們會並列第一。每一手的牌會累加。出 5。',
    lead: '你以 7 領先，但其他人是 4，還會繼續。直到最多只剩一人，這輪才結束。出 6。',
    hold: '有人在 4 收手，這輪不再出牌。他是第一個收手的，所以可以蓋一張牌在旁邊，計分時算入。\n你有 13，再多就會變第一。用「收手」停在這裡。',
    scored: '蓋著的牌是 10：共 14，第一名，1 分。你以 13 得第二名：2 分。第三名沒有分數。\n每一分展示一張牌。展示的牌就是分數，但不能再用。選最不需要的兩張：2 和 5。',
    draw: '第 2 輪前，後備有三張回到手上。拿 −2、0 和 1。\n小心：出 −5、−3 或 −2 的人會變成 WILD，最後扣 1 分。你不必出它。',
    climb: '新的一輪，大家從 0 開始。出 3。\n其他人的欄位會告訴你他們出過什麼、可能還有什麼。',
    ten: '他們很慢。出 10：你會遙遙領先。',
    first: '你有 13，他們各有 1。他們還有很多牌，會追上來。現在收手：第一個收手的人可以蓋一張牌。',
    aside: '選 6。它蓋著，只有你知道。計分時你有 19。',
    again: '21、19、16：又是第二名，2 分。展示 3 和 6。',
    free: '第 3 輪。後備的最後兩張在你手上。現在大家都能推算別人的手牌：打開欄位看看。\n這輪由你自己玩。把游標放在牌上可以看到結果，也可以要求提示。',
    over: '遊戲結束。分數是展示的牌數，WILD 扣 1 分；最多的人獲勝。\n你已經全部學會了。四、五人時第三名也有分數；兩人時由機器人當第三人。',
};

const t = texts({en, 'zh-Hant': zhHant});

function lesson(move: Lesson['move'], key: keyof typeof en, light: string, ...only: string[]): Lesson {
    return {move, text: () => t(key), light, ...(only.length > 0 && {only})};
}

export const tutorial: Tutorial = {
    players: 3,
    prepared: 3,
    lessons: [
        lesson(0, 'goal', '.bm-ladder'),
        lesson(0, 'reserve', '.bm-fan', 'reserve -5 -3 -2 0 1'),
        lesson(1, 'seal', '.bm-turn', 'play 2'),
        lesson(2, 'turned', '.bm-ladder', 'play 5'),
        lesson(3, 'lead', '.bm-ladder', 'play 6'),
        lesson(4, 'hold', '.bm-own [data-action=hold]', 'hold'),
        lesson(5, 'scored', '.bm-ladder', 'display 2 5'),
        lesson(6, 'draw', '.bm-reserve', 'draw -2 0 1'),
        lesson(7, 'climb', '.bm-rivals', 'play 3'),
        lesson(8, 'ten', '.bm-fan', 'play 10'),
        lesson(9, 'first', '.bm-own [data-action=hold]', 'hold'),
        lesson(10, 'aside', '.bm-fan', 'aside 6'),
        lesson(11, 'again', '.bm-ladder', 'display 3 6'),
        lesson(12, 'free', '.bm-rivals'),
        lesson('over', 'over', '.bm-own .bm-display'),
    ],
};
