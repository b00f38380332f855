// What calls you back to the table when it is your turn: a phone vibrates, and a hidden tab sends a notification if you asked
// for it in the settings.
import {settings} from './settings';
import {sound} from './sound';
import {gameTitle, t} from './text/frame';

// Shows a notification; false where the browser cannot, as on phones that leave it to installed pages.
function notify(title: string, body: string, tag: string): boolean {
    try {
        const note = new Notification(title, {body, tag, icon: '/icon.svg'});
        note.onclick = () => {
            window.focus();
            note.close();
        };
        return true;
    } catch {
        return false;
    }
}

export function alertTurn(game: string, table: string): void {
    const {vibrate, notify: wanted} = settings.get();
    sound('turn');
    if (vibrate && 'vibrate' in navigator && navigator.userActivation.hasBeenActive) navigator.vibrate(60);
    if (wanted && document.hidden && 'Notification' in window && Notification.permission === 'granted') notify(gameTitle(game), t('table.notify'), table);
}

// Asks the browser for permission, on a click: undefined if notifications will come, else why not. The first one says
// why there will be some.
export async function allowNotifications(why: string): Promise<'denied' | 'none' | undefined> {
    if (!('Notification' in window)) return 'none';
    if ((await Notification.requestPermission()) !== 'granted') return 'denied';
    return notify(t('app.name'), why, 'settings') ? undefined : 'none';
}
