// Small sounds made on the spot; silent unless the person has switched them on.
import {settings} from './settings';

export type Sound = 'card' | 'turn' | 'reveal' | 'win' | 'refuse';

// Frequencies in Hz, one after the other.
const notes: Record<Sound, number[]> = {
    card: [220],
    turn: [523, 659],
    reveal: [330, 440],
    win: [523, 659, 784],
    refuse: [196, 165],
};

let context: AudioContext | undefined;

export function sound(name: Sound): void {
    if (!settings.get().sound) return;
    context ??= new AudioContext();
    const start = context.currentTime;
    notes[name].forEach((frequency, at) => {
        const tone = context!.createOscillator();
        const volume = context!.createGain();
        const begin = start + at * 0.11;
        tone.type = 'triangle';
        tone.frequency.value = frequency;
        volume.gain.setValueAtTime(0.12, begin);
        volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.22);
        tone.connect(volume).connect(context!.destination);
        tone.start(begin);
        tone.stop(begin + 0.24);
    });
}
