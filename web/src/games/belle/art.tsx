// Guests, Belles and Regrets, drawn. Everything is made from what the card says: a
// cameo with a mask and a hairstyle, and an emblem for each effect.
import {familyOf, isGuest, type Belle, type BelleType, type CardId, type Effect, type Guest, type Interest} from './view';
import {t} from './text';

const glyphs: Record<Interest, string> = {
    Chat: 'M-8-6.5H8Q9.5-6.5 9.5-5V3Q9.5 4.5 8 4.5H0L-5 9V4.5H-8Q-9.5 4.5-9.5 3V-5Q-9.5-6.5-8-6.5Z',
    Flirt: 'M0 9C-14-1-8-10 0-4.5C8-10 14-1 0 9Z',
    Snub: 'M0 8L-10-1A11 11 0 0 1-6.5-6.5L0 8L-4.5-8A11 11 0 0 1 4.5-8L0 8L6.5-6.5A11 11 0 0 1 10-1Z',
    Music: 'M-3-9L8-11V5A3.6 3 0 1 1 5.4 2.2V-6L-.4-5V7A3.6 3 0 1 1-3 4.2Z',
    Book: 'M-1-6Q-6-9-10-7V6Q-6 4-1 7ZM1-6Q6-9 10-7V6Q6 4 1 7Z',
    Cake: 'M0-11A2.2 2.2 0 1 1-.1-11ZM-8-1Q-8-6 0-6Q8-6 8-1ZM-7.5 1H7.5L5.5 9H-5.5Z',
    Tea: 'M-9-3H6V-1H8A3.5 3.5 0 0 1 8 6H5Q3.5 8 1 8H-4Q-9 8-9 1ZM6 1V4H7.5A1.5 1.5 0 0 0 7.5 1ZM-5-5Q-3-7-5-10H-3Q-1-7-3-5ZM0-5Q2-7 0-10H2Q4-7 2-5Z',
    Fish: 'M-10 0Q-3-8 4-1L10-6V6L4 1Q-3 8-10 0ZM-6-1.5A1.3 1.3 0 1 0-5.9-1.5Z',
    Moon: 'M2.5-10A10 10 0 1 0 10 2.5A8 8 0 1 1 2.5-10Z',
    Shield: 'M-8-9H8V0Q8 6 0 10Q-8 6-8 0Z',
    Sun: 'M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5ZM-1.2-10.5H1.2V-7H-1.2ZM-1.2 7H1.2V10.5H-1.2ZM-10.5-1.2H-7V1.2H-10.5ZM7-1.2H10.5V1.2H7ZM-8-6.5L-6.5-8L-4-5.5L-5.5-4ZM8-6.5L6.5-8L4-5.5L5.5-4ZM-8 6.5L-6.5 8L-4 5.5L-5.5 4ZM8 6.5L6.5 8L4 5.5L5.5 4Z',
    Tree: 'M0-11L6-3H3L8 4H2V10H-2V4H-8L-3-3H-6Z',
};

const colours: Record<Interest, string> = {
    Chat: '#2563a6', Flirt: '#b8265c', Snub: '#6a4796', Music: '#a3521a', Book: '#6f4528', Cake: '#a33a86', Tea: '#27704a',
    Fish: '#136f7d', Moon: '#35437f', Shield: '#5b626e', Sun: '#946800', Tree: '#447017',
};

// A family has a shape: discs are common, squares less so, diamonds are rare.
const frames = {
    common: 'M0-16A16 16 0 1 1 0 16A16 16 0 1 1 0-16Z',
    medium: 'M-12-15H12Q15-15 15-12V12Q15 15 12 15H-12Q-15 15-15 12V-12Q-15-15-12-15Z',
    rare: 'M-8-16.5H8L17 0L8 16.5H-8L-17 0Z',
};

interface MedalProps {
    interest: Interest;
    x?: number;
    y?: number;
    lit?: boolean;
    scale?: number;
}

export function Medal({interest, x = 0, y = 0, lit, scale = 1}: MedalProps) {
    const frame = frames[familyOf(interest)];
    return (
        <g transform={`translate(${x} ${y}) scale(${scale})`} class={lit ? 'medal lit' : 'medal'}>
            {lit && <path d={frame} class="medal-ring" />}
            <path d={frame} fill={colours[interest]} />
            <path d={glyphs[interest]} fill="#fff8e6" fill-rule="evenodd" />
        </g>
    );
}

// An interest in a line of text.
export function Icon({interest, lit}: {interest: Interest; lit?: boolean}) {
    return <svg class="belle-icon" viewBox="-20 -20 40 40" aria-hidden="true"><Medal interest={interest} lit={lit} /></svg>;
}

// ---- Guests ----

const hairs = [
    'M-17 2Q-19-22 0-22Q19-22 17 2L14-6Q0-14-14-6Z', // cropped
    'M-18 14Q-22-22 0-22Q22-22 18 14L13 16L14-5Q0-15-14-5L-13 16Z', // long
    'M-9-20A9 9 0 1 1 9-20Q18-16 16 0L13-7Q0-14-13-7L-16 0Q-18-16-9-20Z', // a bun
    'M-22-13H22V-17H14L12-36H-12L-14-17H-22Z', // a top hat
    'M-20-6Q-26-14-18-19Q-14-28-4-25Q6-31 13-23Q24-21 21-11Q25-4 18 2L14-7Q0-14-14-7L-18 2Q-24-1-20-6Z', // curls
    'M-24-10Q0-22 24-10Q10-14 12-18Q8-30 0-30Q-8-30-12-18Q-10-14-24-10Z', // a bonnet
];

const masks = [
    'M-15-5Q-7-9 0-4Q7-9 15-5Q15 5 7 4Q2 4 0 0Q-2 4-7 4Q-15 5-15-5Z',
    'M-19-9L-12-5Q-5-7 0-3Q5-7 12-5L19-9Q17 5 8 4Q2 4 0 0Q-2 4-8 4Q-17 5-19-9Z',
    'M-14-5H14V3Q8 6 3 2H-3Q-8 6-14 3Z',
    'M-8-7A6.5 6.5 0 1 0-7.9-7ZM8-7A6.5 6.5 0 1 0 8.1-7ZM-3-2H3V0H-3Z',
];

const clothes = [
    'M-23 26Q-20 21-9 19L0 26L9 19Q20 21 23 26A29 43 0 0 1-23 26Z',
    'M-24 24Q-18 18-13 20Q-8 28 0 28Q8 28 13 20Q18 18 24 24A29 43 0 0 1-24 24Z',
    'M-24 24Q-20 19-8 18V14H8V18Q20 19 24 24A29 43 0 0 1-24 24Z',
];

const backdrops = ['#e9d7b8', '#cfdcc8', '#e6c9c2', '#cdd8e2', '#ddd0e4', '#ecdcae', '#c9dfdc'];
const garments = ['#7a2e3b', '#28566b', '#4d6a2c', '#6b3f7a', '#8a5a14', '#33415f', '#8c3a5f', '#2f5d50'];

export function Portrait({n, noble}: {n: number; noble: Guest['noble']}) {
    const garment = garments[(n * 5) % garments.length];
    return (
        <g transform="translate(36 60)">
            <ellipse rx="29" ry="43" fill={backdrops[n % backdrops.length]} stroke="#a8884a" stroke-width="2" />
            <path d={clothes[n % clothes.length]} fill={garment} />
            <path d="M-5 8H5V20L0 25L-5 20Z" fill="#c99a77" />
            <ellipse cy="-4" rx="13.5" ry="16.5" fill="#dcb08c" />
            <path d="M-4.5 7Q0 10 4.5 7" fill="none" stroke="#7a3b2e" stroke-width="1.6" stroke-linecap="round" />
            <path d={hairs[(n * 7 + (n >> 3)) % hairs.length]} fill="#38241c" />
            <g transform="translate(0 -3)">
                <path d={masks[(n * 3 + (n >> 2)) % masks.length]} fill={garment} stroke="#f0d489" stroke-width="1" />
                <circle cx="-7" cy="-1" r="1.9" fill="#fff" /><circle cx="7" cy="-1" r="1.9" fill="#fff" />
            </g>
            {noble && (
                <g transform="translate(0 40)">
                    <path class="belle-ribbon" d="M-26-8H26L22 0L26 8H-26L-22 0Z" fill={noble === 'Lord' ? '#1f3f75' : '#8c2050'} stroke="#f0d489" stroke-width="1.2" />
                    <text y="5" class="belle-noble">{t(`noble.${noble}`)}</text>
                    <g class="belle-crown"><path transform="translate(0 -83)" d={noble === 'Lord' ? 'M-12 5L-14-7L-6 0L0-9L6 0L14-7L12 5Z' : 'M-14 4Q-10-8 0-9Q10-8 14 4Q8-3 0-3Q-8-3-14 4Z'} fill="#e5b93f" stroke="#7a5508" stroke-width="1.2" /></g>
                </g>
            )}
        </g>
    );
}

export function GuestFace({id, guest, lit = []}: {id: CardId; guest: Guest; lit?: Interest[]}) {
    const first = guest.name?.split(' ')[0] ?? id;
    return (
        <>
            <rect x="5" y="5" width="90" height="130" rx="7" class="belle-paper" />
            <g class="belle-who"><Portrait n={Number(id.slice(1))} noble={guest.noble} /></g>
            <g class="belle-medals">
                {guest.interests.map((interest, at) => (
                    <Medal key={interest} interest={interest} x={80} y={25 + 35 * at} lit={lit.includes(interest)} />
                ))}
            </g>
            <text class="belle-name" x="50" y="131" font-size="14" textLength={first.length > 10 ? 86 : undefined} lengthAdjust="spacingAndGlyphs">{first}</text>
        </>
    );
}

// ---- Belles ----

const crown = 'M-16 10L-18-10L-8 0L0-13L8 0L18-10L16 10Z';
const arrow = 'M-18-5H4V-14L20 0L4 14V5H-18Z';
const door = 'M-13 18V-18H13V18H8V-13H-8V18ZM-3-2A3 3 0 1 0-2.9-2Z';
const emblems: Record<Effect, [string, string]> = {
    CROWD: ['M-15-8A6 6 0 1 0-14.9-8ZM15-8A6 6 0 1 0 15.1-8ZM0-16A7 7 0 1 0 .1-16ZM-26 16Q-26 6-15 5Q-8 5-6 9Q-10 12-10 16ZM26 16Q26 6 15 5Q8 5 6 9Q10 12 10 16ZM-9 18Q-9 2 0 2Q9 2 9 18Z', '+2'],
    MOVE_OWN: [arrow, '+2'],
    SWAP: ['M-18-10H6V-17L20-7L6 3V-4H-18ZM18 10H-6V17L-20 7L-6-3V4H18Z', '+1'],
    FREE_SKIP: [door, '+1'],
    REVERSE: ['M-18-2L-6-14V-7H6A11 11 0 0 1 6 15H-10V8H6A4 4 0 0 0 6 0H-6V8Z', '+1'],
    SWEEP: ['M14-18L18-14L2 2L-2-2ZM-6-2L4 8Q-2 18-18 18Q-10 12-12 6Z', '+1'],
    STEAL_BELLE: ['M-14-17H10Q14-17 14-13V17H-10Q-14 17-14 13ZM-4-6A5 5 0 1 0 4-2L1 1V4H-3V-1L1-4A1.5 1.5 0 1 0-1-5.5ZM-3 6H1V10H-3Z', ''],
    APOLOGY: ['M0-18C9-6 13 0 13 6A13 13 0 0 1-13 6C-13 0-9-6 0-18Z', '1'],
    EJECT: ['M-18-18H4V18H-18ZM-2-6V-12L18 0L-2 12V6H-12V-6Z', ''],
    BONUS_TEA: [glyphs.Tea, '+2'],
    BONUS_CAKE: [glyphs.Cake, '+2'],
    BONUS_BOOK: [glyphs.Book, '+2'],
    BONUS_MUSIC: [glyphs.Music, '+2'],
    BONUS_NOBLE: [crown, '+2'],
    BONUS_PAIR: ['M-9 12C-26 0-19-13-9-5C1-13 8 0-9 12ZM11 16C-4 5 3-6 11 1C19-6 26 5 11 16Z', '+5'],
    COPY: ['M-17-17H7V-7H17V17H-7V7H-17ZM-12-12V2H-7V-7H2V-12Z', ''],
    BONUS_SHARED: ['M-20-14H-3Q-3 0-9 2V12H-4V15H-19V12H-14V2Q-20 0-20-14ZM3-14H20Q20 0 14 2V12H19V15H4V12H9V2Q3 0 3-14Z', '+4'],
    VARIETY: ['M-10-18A8 8 0 1 0-9.9-18ZM2-18H18V-2H2ZM-10 1L-1 17H-19ZM10 1L19 10L10 19L1 10Z', '2+'],
    RUSHED: ['M-13-18H13V-13Q11-4 3 0Q11 4 13 13V18H-13V13Q-11 4-3 0Q-11-4-13-13Z', '!'],
    MINUS4: ['M-18-10L2-18Q8-4-1 3L6 13L11 11V15L-4 20L-5 16L1 14L-6 5Q-16 2-18-10ZM14-6Q20 2 14 6Q8 2 14-6Z', '−4'],
    NO_COMMON: ['M0-18A18 18 0 1 1 0 18A18 18 0 1 1 0-18ZM0-12A12 12 0 0 0-8 8L8-8A12 12 0 0 0 0-12ZM8-5L-5 8Q10 12 8-5Z', ''],
    NO_MEDIUM: ['M-17-17H17V17H-17ZM-11-11V7L7-11ZM11-7L-7 11H11Z', ''],
    MINUS_NOBLE: [crown, '−3'],
    STAYS: ['M0-18A5 5 0 1 1 .1-18ZM-2-6H2V10Q10 9 12 2L17 7Q11 18 0 18Q-11 18-17 7L-12 2Q-10 9-2 10Z', '+1'],
    TALES: [glyphs.Chat, '½'],
    TOLL: ['M0-17A17 17 0 1 1 0 17A17 17 0 1 1 0-17ZM0-12A12 12 0 1 0 0 12A12 12 0 1 0 0-12ZM0-7C5-1 6 1 6 3A6 6 0 0 1-6 3C-6 1-5-1 0-7Z', '2'],
    FAVORITE: ['M0-18L5-6L18-6L8 3L12 16L0 8L-12 16L-8 3L-18-6L-5-6Z', '1'],
};

const small: Effect[] = ['BONUS_TEA', 'BONUS_CAKE', 'BONUS_BOOK', 'BONUS_MUSIC', 'TALES']; // drawn at the size of a medal

const dress: Record<BelleType, {paper: string; deep: string; motif: string}> = {
    MAYHEM: {paper: '#f6d9b4', deep: '#a2441a', motif: 'M50 4L55 17L50 30L45 17ZM8 17H26M74 17H92M14 8L28 14M86 8L72 14M14 26L28 20M86 26L72 20'}, // sparks
    MIRTH: {paper: '#dcebc9', deep: '#2c6a45', motif: 'M12 8Q31 34 50 14Q69 34 88 8M12 14Q31 40 50 20Q69 40 88 14'}, // garlands
    MISCHIEF: {paper: '#e3d5ec', deep: '#5d3582', motif: 'M24 12Q38 6 50 15Q62 6 76 12Q76 28 62 27Q53 27 50 20Q47 27 38 27Q24 28 24 12Z'}, // a mask
};

export function BelleFace({belle}: {belle: Belle}) {
    const {paper, deep, motif} = dress[belle.type];
    const [path, sign] = emblems[belle.effect];
    return (
        <g fill={deep}>
            <rect x="5" y="5" width="90" height="130" rx="7" fill={paper} />
            <path d={motif} fill={belle.type === 'MISCHIEF' ? deep : 'none'} stroke={deep} stroke-width="3" stroke-linecap="round" opacity=".55" />
            <circle cx="50" cy="68" r="34" fill="#fffaf0" stroke={deep} stroke-width="3" />
            <path d={path} fill-rule="evenodd" transform={`translate(${sign ? 43 : 50} 66) scale(${small.includes(belle.effect) ? 1.7 : 1})`} />
            {sign && <g class="belle-badge"><circle cx="74" cy="91" r="17" fill={deep} /><text x="74" y="98" font-size={sign.length > 1 ? 20 : 22} class="belle-sign">{sign}</text></g>}
            <text x="50" y="129" font-size="16" class="belle-type">{t(`type.${belle.type}`)}</text>
        </g>
    );
}

export function EmblemShape({belle}: {belle: Belle}) {
    const [path] = emblems[belle.effect];
    return (
        <>
            <circle r="19" fill={dress[belle.type].deep} stroke="#fff8e6" stroke-width="1.5" />
            <path d={path} fill="#fff8e6" fill-rule="evenodd" transform={`scale(${small.includes(belle.effect) ? 1.1 : 0.65})`} />
        </>
    );
}

// An effect in a line of text.
export function Emblem({belle}: {belle: Belle}) {
    return <svg class="belle-icon" viewBox="-20 -20 40 40" aria-hidden="true"><EmblemShape belle={belle} /></svg>;
}

export function Face({id, card, lit}: {id: CardId; card: Guest | Belle; lit?: Interest[]}) {
    return isGuest(card) ? <GuestFace id={id} guest={card} lit={lit} /> : <BelleFace belle={card} />;
}

// A Regret: a card face down, with a tear on it.
export function Regret() {
    return (
        <svg class="belle-regret" viewBox="0 0 20 26" aria-hidden="true">
            <rect x="1" y="1" width="18" height="24" rx="3" fill="#3b3355" stroke="#d8cdf0" stroke-width="1.5" />
            <path d="M10 6C14 12 15.5 13.5 15.5 16A5.5 5.5 0 0 1 4.5 16C4.5 13.5 6 12 10 6Z" fill="#bfd9f5" />
        </svg>
    );
}

// Belle cards in a hand.
export function BelleSign() {
    return (
        <svg class="belle-held" viewBox="0 0 20 26" aria-hidden="true">
            <rect x="1" y="1" width="18" height="24" rx="3" fill="#f6d9b4" stroke="#a2441a" stroke-width="1.5" />
            <path d={crown} fill="#a2441a" transform="translate(10 14) scale(.38)" />
        </svg>
    );
}

// A card within a drawing.
export function Drawn({id, card, lit, place}: {id: CardId; card: Guest | Belle; lit?: Interest[]; place: string}) {
    return (
        <g transform={place} class="card-face">
            <rect class="card-edge" x="1" y="1" width="98" height="138" rx="10" />
            <Face id={id} card={card} lit={lit} />
        </g>
    );
}

// For the front page.
export function Picture() {
    const guests: [CardId, Guest, string][] = [
        ['G22', {interests: ['Chat', 'Tea', 'Tree'], noble: 'Lord', name: 'Windmill'}, 'translate(6 40) rotate(-9)'],
        ['G37', {interests: ['Chat', 'Tea', 'Moon'], noble: 'Lady', name: 'Livery'}, 'translate(154 26) rotate(8)'],
    ];
    return (
        <svg viewBox="0 0 240 150" aria-hidden="true" class="belle-picture">
            <path d="M0 0H240V22Q210 44 180 22Q150 44 120 22Q90 44 60 22Q30 44 0 22Z" fill="#7a2e3b" opacity=".8" />
            <path d="M0 22Q30 44 60 22Q90 44 120 22Q150 44 180 22Q210 44 240 22" fill="none" stroke="#e5b93f" stroke-width="3" />
            {guests.map(([id, card, place]) => <Drawn key={id} id={id} card={card} lit={['Chat', 'Tea']} place={`${place} scale(.78)`} />)}
            <Drawn id="B25" card={{type: 'MISCHIEF', effect: 'TALES'}} place="translate(85 36) scale(.7)" />
        </svg>
    );
}
