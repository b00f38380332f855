// The settings, which you can open anywhere: a table stays as it is behind them.
import {useState} from 'preact/hooks';
import languages from 'words:languages';
import {allowNotifications} from '../alerts';
import {changeSettings, settings, type Speed, type Theme} from '../settings';
import {useStore} from '../store';
import {t} from '../text/beside';
import {speak} from '../text/text';
import {Emblem} from '../table/emblems';
import {Choice} from './Choice';
import {knownWho, useWho} from './Who';

// A language whose words cannot be loaded is not taken.
function changeLanguage(language: string): void {
    speak(language).then(() => changeSettings({language}), () => changeSettings({}));
}

const onOff = (): ['on' | 'off', string][] => [['on', t('settings.on')], ['off', t('settings.off')]];

type Switch = 'sound' | 'vibrate' | 'confirm' | 'forced' | 'premoves' | 'keys';

function OnOff({name}: {name: Switch}) {
    const value = useStore(settings)[name];
    return (
        <Choice name={name} legend={t(`settings.${name}`)} value={value ? 'on' : 'off'} options={onOff()}
            onChange={(now) => changeSettings({[name]: now === 'on'})} />
    );
}

// Switching it on asks the browser, which may refuse.
function Notifications() {
    const {notify} = useStore(settings);
    const [refused, setRefused] = useState<'denied' | 'none'>();
    const change = async (on: boolean) => {
        const why = on ? await allowNotifications(t('settings.notify')) : undefined;
        setRefused(why);
        changeSettings({notify: on && why === undefined});
    };
    return (
        <div>
            <Choice name="notify" legend={t('settings.notify')} value={notify ? 'on' : 'off'} options={onOff()} onChange={(now) => void change(now === 'on')} />
            {refused && <p class="problem" role="alert">{t(`settings.notify.${refused}`)}</p>}
        </div>
    );
}

// Name and emblem in the settings.
function WhoRow() {
    const [dialog, ask] = useWho();
    const known = knownWho();
    return (
        <div class="who-row">
            <Emblem look={known?.look} />
            <span class="who-name">{known?.name ?? t('who.none')}</span>
            <button type="button" class="small" onClick={() => ask({verb: t('settings.done'), then: () => Promise.resolve(undefined)})}>{t('who.change')}</button>
            {dialog}
        </div>
    );
}

export function Settings() {
    const now = useStore(settings);
    return (
        <>
            <WhoRow />
            <Choice name="language" legend={t('settings.language')} value={now.language}
                options={languages.map(({tag, name}) => [tag, name])} onChange={changeLanguage} />
            <Choice<Theme> name="theme" legend={t('settings.theme')} value={now.theme}
                options={[['auto', t('settings.theme.auto')], ['light', t('settings.theme.light')], ['dark', t('settings.theme.dark')]]}
                onChange={(theme) => changeSettings({theme})} />
            <Choice<Speed> name="speed" legend={t('settings.speed')} value={now.speed}
                options={[['normal', t('settings.speed.normal')], ['fast', t('settings.speed.fast')], ['off', t('settings.speed.off')]]}
                onChange={(speed) => changeSettings({speed})} />
            <OnOff name="sound" />
            {'vibrate' in navigator && matchMedia('(pointer: coarse)').matches && <OnOff name="vibrate" />}
            <Notifications />
            <OnOff name="confirm" />
            <OnOff name="forced" />
            <OnOff name="premoves" />
            <OnOff name="keys" />
        </>
    );
}
