// A loudspeaker in sight of the table: sounds on or off.
import {changeSettings, settings} from '../settings';
import {useStore} from '../store';
import {t} from '../text/frame';

export function SoundButton() {
    const {sound} = useStore(settings);
    return (
        <button type="button" class="plain sound-button" aria-label={t('table.sound')} aria-pressed={sound} title={t('table.sound')} onClick={() => changeSettings({sound: !sound})}>
            <svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
                <path d="M4 9h3l5-4v14l-5-4H4Z" fill="currentColor" />
                <path d={sound ? 'M15.5 9.2a4 4 0 0 1 0 5.6M18 6.7a7.5 7.5 0 0 1 0 10.6' : 'M16 9.5l5 5M21 9.5l-5 5'} />
            </svg>
        </button>
    );
}
