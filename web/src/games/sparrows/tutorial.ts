// The first game: two rounds of a prepared deal. In the first a street is claimed with
// token 2 and made, in the second two trios; that makes 110 points and wins.
import {texts} from '../../text/text';
import type {Lesson, Tutorial} from '../game';

const en = {
    pool: 'Six times everybody gets a card, and the table gets one for all. In the end you have twelve: your six and the six of the table. There are four birds, each with the numbers 1 to 10.',
    bids: 'Each of these six bids asks for a pattern. Once in a round you may claim one that you believe your twelve cards will make.',
    chips: 'Solid squares you have, dashed ones are missing. Point at a bid, and the cards that count light up.',
    egg: 'The value of a bid is divided by the token, the egg of the cycle: now by 1, next time by 2, then by 3. But a claim that fails costs 10.',
    pass: 'With one card you know next to nothing. Pass, and see more.',
    secret: 'All choose in secret, at the same time. A bot was bold and took Two Pairs with token 1: nobody else can have it in this round.',
    street: 'Look at Medium Street: five numbers in a row. You see 2, 4 and 6; 3 and 5 are missing, and eight more cards will come. With token 2 it is worth 80 ÷ 2 = 40. Claim it!',
    scored: 'All cards are dealt, all hands shown. The 3 came to the table and 5 to you: your street is made, 80 ÷ 2 = 40 points. Two Pairs is worth half as much, but with token 1 it brought 40 too.',
    dealer: 'In round 2 the claimed bids are replaced, and you deal. If several bid in the same cycle, only one gets it: the dealer first, then clockwise. Go on to round 2, and pass once more.',
    trio: 'What luck: a 2 and a 4 in your hand, and again on the table. Two Trio asks for three of each. You have 4 of 6, and eight cards will come.',
    claim: 'Now it is worth 140 ÷ 2 = 70, in the next cycle 47. When you are not sure, Hint tells what a good player would do. Claim Two Trio!',
    won: 'Both trios are made: 70 more points. Long Band failed, so that bot lost 10. With 110 you have won! A usual game goes to 500: early is rich, late is safe. Have fun!',
};

const zhHant: Record<keyof typeof en, string> = {
    pool: '共發六次牌，每次每人得一張，桌上也放一張給大家共用。最後你有十二張：手上六張加桌上六張。牌有四種鳥，各有 1 到 10。',
    bids: '這六張叫牌各要求一種牌型。每一輪你可以叫一張你認為十二張牌湊得成的。',
    chips: '實線方格已經有了，虛線的還缺。把游標移到叫牌上，算數的牌會亮起來。',
    egg: '叫牌的分數要除以標記，也就是這次發牌的蛋：現在除以 1，下一次除以 2，再來除以 3。但叫了沒成功要扣 10 分。',
    pass: '只有一張牌幾乎什麼都不知道。先「不叫」，多看幾張。',
    secret: '大家同時秘密選擇。有個電腦很大膽，用 1 號標記叫了「兩對」：這一輪別人不能再叫它。',
    street: '看看「中街」：連續五個數字。已有 2、4、6，還缺 3 和 5，而還有八張牌要來。用 2 號標記值 80 ÷ 2 = 40。叫它！',
    scored: '牌發完，所有手牌攤開。3 來到桌上，5 來到你手上：街完成了，80 ÷ 2 = 40 分。「兩對」只值一半，但用 1 號標記也得到 40。',
    dealer: '第 2 輪會補上新的叫牌，由你做莊。若多人同時叫牌，只有一人成功：莊家優先，再依順時針。請前往第 2 輪，再「不叫」一次。',
    trio: '真幸運：手上有 2 和 4，桌上也有 2 和 4。「雙三同」要兩個數字各三張。你已有 6 張中的 4 張，還有八張要來。',
    claim: '現在值 140 ÷ 2 = 70，下一次只剩 47。沒把握時，「提示」會告訴你高手怎麼選。叫「雙三同」！',
    won: '兩組三同都完成：再得 70 分。「長隊」失敗，那個電腦扣了 10 分。你以 110 分獲勝！一般的遊戲打到 500 分：早叫分高，晚叫穩當。祝你玩得開心！',
};

const t = texts({en, 'zh-Hant': zhHant});

function lesson(move: Lesson['move'], key: keyof typeof en, light?: string, only?: string): Lesson {
    return {move, text: () => t(key), light, only: only === undefined ? undefined : [only]};
}

export const tutorial: Tutorial = {
    players: 3,
    options: {target: '100'},
    prepared: 89,
    lessons: [
        lesson(0, 'pool', '.pool'),
        lesson(0, 'bids', '.bids'),
        lesson(0, 'chips', '[data-bid=two_pair]'),
        lesson(0, 'egg', '.track'),
        lesson(0, 'pass', '.pass', 'pass'),
        lesson(1, 'secret', '[data-bid=two_pair]'),
        lesson(1, 'street', '[data-bid=straight_mid]', 'bid straight_mid'),
        lesson(2, 'scored', '.review'),
        lesson(2, 'dealer', '[data-do=review], .pass', 'pass'),
        lesson(3, 'trio', '[data-bid=two_trio]'),
        lesson(3, 'claim', '[data-bid=two_trio]', 'bid two_trio'),
        lesson('over', 'won', '.review'),
    ],
};
