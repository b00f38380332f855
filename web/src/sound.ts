// Small sounds, made on the spot: soft bells, and a card as a short rush of air. Browsers allow them from the first touch or key
// on; before it, everything is silent.
import {settings} from './settings';

export type Sound = 'card' | 'turn' | 'reveal' | 'win' | 'end' | 'refuse';

const quiet = 0.06; // the loudest moment of a sound, of 1

// Frequencies in Hz and when each begins, in seconds.
const bells: Record<Exclude<Sound, 'card'>, [number, number][]> = {
    turn: [[587, 0], [880, 0.14]],
    reveal: [[440, 0]],
    win: [[523, 0], [659, 0.12], [784, 0.24], [1047, 0.36]],
    end: [[523, 0], [392, 0.18]],
    refuse: [[196, 0], [185, 0.12]],
};

let context: AudioContext | undefined;
let woken = 0; // when it was last asked to run; that takes the browser a moment

function wake({isTrusted}: Event): void {
    if (!isTrusted) return; // a script's touch lets no browser sound
    context ??= new AudioContext();
    if (context.state === 'running') return;
    woken = Date.now();
    void context.resume();
}

for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, wake, true);

// What is asked for later than this after a touch that the browser did not count is not kept for the next one.
const soon = 1000; // milliseconds

function bell(sounds: AudioContext, frequency: number, begin: number): void {
    const tone = sounds.createOscillator();
    const volume = sounds.createGain();
    tone.type = 'sine';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(quiet, begin + 0.012); // without a click at its beginning
    volume.gain.exponentialRampToValueAtTime(0.0005, begin + 0.5);
    tone.connect(volume).connect(sounds.destination);
    tone.start(begin);
    tone.stop(begin + 0.52);
}

// A card slides over the cloth: noise that fades, without its high and low parts.
function slide(sounds: AudioContext): void {
    const length = Math.round(sounds.sampleRate * 0.09);
    const buffer = sounds.createBuffer(1, length, sounds.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < length; at++) samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 2 * quiet * 2;
    const noise = sounds.createBufferSource();
    const band = sounds.createBiquadFilter();
    noise.buffer = buffer;
    band.type = 'bandpass';
    band.frequency.value = 1700;
    noise.connect(band).connect(sounds.destination);
    noise.start();
}

export function sound(name: Sound): void {
    if (!settings.get().sound || !context || (context.state !== 'running' && Date.now() - woken > soon)) return;
    if (name === 'card') slide(context);
    else for (const [frequency, after] of bells[name]) bell(context, frequency, context.currentTime + after);
}
