// The first game: a prepared deal in which low stars, a BANNISH from both sides and
// the second place come by themselves.
import {texts} from '../../text/text';
import type {Lesson, Tutorial} from '../game';

const en = {
    aim: 'Welcome to BANNISH. Everybody plays one card to a trick, the best card wins it, and its player takes a card worth stars.\n\nBut whoever has the most stars at the end wins nothing. The SECOND most wins the round.',
    follow: 'Red 1 was led: red has the flame. Everybody who has red must follow with red, and the highest red wins. Numbers are strength; the ribbon tells the stars, and low cards have the most.\n\nPlay a red 5.',
    take: 'Your 5 is the highest red: you win and take one card of the trick, any of them. Red 1 is worth 6 stars. Take it.',
    lead: 'Whoever wins gets the chip, that round thing beside your name, and leads the next trick with any card. Lead your other red 5.',
    again: 'It wins again. Take the second red 1: every card exists twice.',
    toomany: '12 stars! That is first place, and first place wins nothing. You are too good: from now on others should catch up.\n\nLead green 5 and see what happens.',
    struck: 'BANNISH! The first bot played green 6, the second bot the other green 6. The same card twice strikes both out and ends the trick. Your 5 was all that was left, and you had to take it. Whoever strikes gets the chip, and has led green 4 now.\n\nFollow with green 1: it loses, and its 6 stars go to somebody else. Good!',
    twin: 'Now it is your turn to strike. Blue 3 was led and you hold its twin: the red mark shows it. Play it!',
    nothing: 'Both are gone, nothing is left to take, and the last player did not even play. You struck, so you lead.\n\nLead a red 4; you do not want to win.',
    lacks: 'One bot had no red and played another colour. Everybody saw that: the flame is crossed out beside its name for the rest of the round.\n\nBlue 5 was led. Play blue 1: it cannot win and gives 6 stars away.',
    forced: 'One blue card is left in your hand, so it must be played. It does not beat a 6.',
    low: 'The others come closer. Red 6 was led: stay below it with red 2.',
    green: 'Green again, and you have just one.',
    free: 'You have no green left, so you may play anything. Another colour never wins, unless a BANNISH changes what counts. Play red 4.',
    last: 'Your last card. When a trick is over and a hand is empty, the round ends. Cards that somebody still holds then count for them like cards taken.',
    scored: 'Look: 22 stars are first, too many. You are second with 14 and get the victory point! Two points win the game.\n\nThe next round is yours alone. Watch who is “2nd now”, and strike when a twin shows. “Hint” helps.',
    over: 'That is all there is to BANNISH: win some, not too much, and strike at the right moment. Come back with three to five players.',
} as const;

const zhHant: Record<keyof typeof en, string> = {
    aim: '歡迎來玩 BANNISH。每人出一張牌湊成一墩，最大的牌贏，贏家拿走其中一張有星的牌。\n\n但是最後星最多的人什麼也得不到，星數「第二多」的人才贏得這一局。',
    follow: '有人領出紅1，火焰代表紅色。手上有紅色的人都要跟紅色，最大的紅色贏。大數字是強弱，下面的緞帶是星數：越小的牌星越多。\n\n請出一張紅5。',
    take: '你的5是最大的紅色：你贏了，可以從這墩任拿一張牌。紅1值 6 顆星，拿走它。',
    lead: '贏家得到籌碼（你名字旁邊的圓片），下一墩由他任意領出。領出你的另一張紅5。',
    again: '又贏了。拿走第二張紅1：每張牌都有兩張。',
    toomany: '12 顆星！這是第一名，而第一名什麼也得不到。你太強了，接下來要讓別人追上來。\n\n領出綠5，看看會發生什麼事。',
    struck: 'BANNISH！第一個電腦出綠6，第二個電腦出了另一張綠6。同樣的牌出現兩次，兩張都作廢，這墩立刻結束。剩下的只有你的5，你必須拿走它。打掉的人得到籌碼，現在領出了綠4。\n\n跟出綠1：它會輸，6 顆星歸別人。很好！',
    twin: '輪到你來打掉。有人領出藍3，而你有同樣的一張，紅色標記已經告訴你。出它！',
    nothing: '兩張都沒了，沒有牌可拿，最後一家連牌都不用出。打掉的人是你，所以由你領出。\n\n領出一張紅4；你並不想贏。',
    lacks: '有個電腦沒有紅色，出了別的顏色。大家都看到了：它名字旁的火焰在這局裡一直劃掉。\n\n有人領出藍5。出藍1：不會贏，還送走 6 顆星。',
    forced: '手上只剩一張藍色，一定要出。它贏不了6。',
    low: '別人追近了。有人領出紅6：出紅2，別贏。',
    green: '又是綠色，你只有一張。',
    free: '你沒有綠色了，可以任出一張。別的顏色不會贏，除非 BANNISH 改變了要看的顏色。出紅4。',
    last: '最後一張牌。一墩結束時有人手上沒牌，這局就結束。還留在手上的牌和拿到的牌一樣計星。',
    scored: '看：22 顆星是第一名，太多了。你有 14 顆，是第二名，得到勝點！兩點就贏得遊戲。\n\n下一局你自己來。注意誰是「目前第二」，看到成對的牌就考慮打掉。「提示」可以幫你。',
    over: 'BANNISH 就是這樣：要贏，但不要贏太多，並在對的時刻打掉。下次三到五個人一起玩吧。',
};

const t = texts({en, 'zh-Hant': zhHant});

const hand = '.bn-hand';
const middle = '.bn-trick';

function lesson(move: Lesson['move'], key: keyof typeof en, light?: string, action?: string): Lesson {
    return {move, text: () => t(key), light, only: action ? [action] : undefined};
}

export const tutorial: Tutorial = {
    players: 3,
    prepared: 112,
    lessons: [
        lesson(0, 'aim'),
        lesson(0, 'follow', hand, 'play R5'),
        lesson(1, 'take', middle, 'take R1'),
        lesson(2, 'lead', hand, 'play R5'),
        lesson(3, 'again', middle, 'take R1'),
        lesson(4, 'toomany', '.bn-station.own', 'play G5'),
        lesson(5, 'struck', middle, 'play G1'),
        lesson(6, 'twin', hand, 'play B3'),
        lesson(7, 'nothing', middle, 'play R4'),
        lesson(8, 'lacks', '.bn-lacks', 'play B1'),
        lesson(9, 'forced', hand, 'play B2'),
        lesson(10, 'low', '.bn-stations', 'play R2'),
        lesson(11, 'green', hand, 'play G1'),
        lesson(12, 'free', hand, 'play R4'),
        lesson(13, 'last', hand, 'play R3'),
        lesson(14, 'scored', '.bn-score'),
        lesson('over', 'over'),
    ],
};
