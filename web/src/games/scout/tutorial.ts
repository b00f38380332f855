// A first game of SCOUT: the deal has three ones in a row to begin with, a card that
// is worth turning over, and a Scout & Show that nobody can answer.
import {texts} from '../../text/text';
import type {Tutorial} from '../game';

const en = {
    'aim': 'Welcome to SCOUT. Everybody holds a row of cards. You want to get rid of yours and to collect the cards of others. After three rounds the most points win.',
    'card': 'Each card has two numbers, but only the large one on top counts. Here is the catch: you may not sort your cards. They stay in the order in which you got them.',
    'keep': 'Neighbours make a set if their numbers are equal (=) or go up or down by one (arrows). Once, right now, you may turn the whole row over. As it was dealt you hold 1 1 1, and that is strong. Press Keep.',
    'prior': 'Novice bot 2 has begun with a single 5. On your turn you play a stronger set or you scout.\nStronger is: more cards. With as many cards, equal numbers beat a run. After that the higher number wins.',
    'play': 'So three ones beat a single 5. Click one of your ones: the whole set rises. Then press Play 1 1 1.',
    'points': 'You captured the 5, which is a point (the pile beside your name). And somebody took one of your ones away: for that you got a token (the star), a point as well.',
    'scout': 'Now 3 4 5 lies there and nothing of yours beats it. So scout: take a card from the left or right end of it. Click the 5. Turned over it is a 7! Put it into the gap marked 3, and you hold 5 6 7.',
    'wait': 'It is your turn again, and 7 7 lies there. Two cards only: your 5 6 7 has three. Click it and play it.',
    'show': 'Two more cards captured. Now it is 2 2, and you have no pair and no three cards. But once a round you may scout and play in the same turn: Scout & Show, the arrow beside your name.',
    'show.take': 'Click the left 2: its other end is a 7. Between your 8 and your 6 it makes 8 7 6. Click that gap.',
    'show.play': 'Second half: play 8 7 6. Only one 2 is left on the table, so you capture that one.',
    'end': 'The others could only scout, one after another: nobody beat your set, and that ends the round. You pay nothing for the cards in your hand. That is 4 captured + 4 tokens = 8 points.',
    'pay': 'Everybody else loses a point for each card still held. A round also ends when somebody has played the last card of the hand.',
    'free': 'From here on you play by yourself. The lit cards show what is possible, and the button Hint helps. This time you begin: look which way up gives you the longer sets.',
    'over': 'That was a whole game of SCOUT. You know everything now: sets that grow, scouting for what is missing, and Scout & Show at the right moment. Play again!',
};

const zhHant: Record<keyof typeof en, string> = {
    'aim': '歡迎來到 SCOUT。每人拿著一排牌。你要打掉自己的牌，並收下別人的牌。三回合後分數最高的人獲勝。',
    'card': '每張牌有兩個數字，只有上面的大數字算數。重點是：手牌不可以整理，必須保持拿到時的順序。',
    'keep': '相鄰的牌數字相同（=），或每張加一、減一（箭頭），就是一組。只有現在可以把整排牌翻轉。照發下來的樣子，你有很強的 1 1 1。請按「保持」。',
    'prior': '新手電腦 2 先出了單張 5。輪到你時，出更強的一組，或是挖角。\n張數多的比較強；張數相同時，同數字勝過順子；再相同就比數字大小。',
    'play': '所以三張 1 壓過單張 5。點其中一張 1，整組會升起，再按「出 1 1 1」。',
    'points': '你得到了那張 5，值一分（名字旁的牌堆）。有人拿走你的一張 1，因此你得到一枚代幣（星星），也是一分。',
    'scout': '現在桌上是 3 4 5，你壓不過。那就挖角：從它的左端或右端拿一張。點那張 5，翻過來就是 7！放進標著 3 的空隙，你就有 5 6 7。',
    'wait': '又輪到你，桌上是 7 7，只有兩張；你的 5 6 7 有三張。點它並出牌。',
    'show': '又得到兩張。現在是 2 2，你沒有對子也沒有三張的牌組。但每回合一次，你可以在同一手裡挖角又出牌：「挖角並出牌」，就是名字旁的箭頭。',
    'show.take': '點左邊的 2，它的另一頭是 7。放在 8 和 6 之間就成了 8 7 6。點那個空隙。',
    'show.play': '後半：出 8 7 6。桌上只剩一張 2，你會得到它。',
    'end': '其他人接連都只能挖角，沒人壓過你的牌組，回合就此結束。你的手牌不扣分。得牌 4 + 代幣 4 = 8 分。',
    'pay': '其他人手上每張牌扣一分。有人出完手牌時，回合也會結束。',
    'free': '接下來由你自己玩。亮起的牌就是可以選的，「提示」按鈕也能幫你。這回合由你先出：看看哪一面能有更長的牌組。',
    'over': '你玩完了一整局 SCOUT。你已經會了：越來越強的牌組、挖角補上缺的牌，以及在對的時候「挖角並出牌」。再玩一局吧！',
};

const t = texts({en, 'zh-Hant': zhHant});

export const tutorial: Tutorial = {
    players: 3,
    prepared: 7,
    lessons: [
        {move: 0, text: () => t('aim')},
        {move: 0, text: () => t('card'), light: '.hand'},
        {move: 0, text: () => t('keep'), light: '[data-action=keep]', only: ['keep']},
        {move: 1, text: () => t('prior'), light: '.prior-row'},
        {move: 1, text: () => t('play'), light: '.hand', only: ['play 9-11']},
        {move: 2, text: () => t('points'), light: '.seat.own .seat-note'},
        {move: 2, text: () => t('scout'), light: '.prior-row', only: ['scout right 7/5 at 8']},
        {move: 3, text: () => t('wait'), light: '.hand', only: ['play 6-8']},
        {move: 4, text: () => t('show'), light: '.seat.own .seat-note'},
        {move: 4, text: () => t('show.take'), light: '.prior-row', only: ['double left 7/2 at 6']},
        {move: 5, text: () => t('show.play'), light: '.hand', only: ['play 5-7']},
        {move: 6, text: () => t('end'), light: '.sheet-of-round'},
        {move: 6, text: () => t('pay'), light: '.sheet-of-round'},
        {move: 6, text: () => t('free')},
        {move: 'over', text: () => t('over')},
    ],
};
