// A move chosen before your turn. It stays in this browser and is sent when your turn comes, if it is legal then; else it
// is dropped, and the bar says so. What can be planned, the layout says (`plans` in games/game.ts).
import {useEffect, useState} from 'preact/hooks';
import type {GameUi, Situation} from '../games/game';
import {settings} from '../settings';
import {useStore} from '../store';
import {owes, type TableClient, type TableState} from './client';

interface Plan {
    action: string;
    deal: string; // a plan ends with the deal it was made for
}

export interface Planning {
    actions: string[]; // that may be planned now
    plan: string | undefined;
    gone: boolean; // the last plan was not possible
    choose: (action: string | undefined) => void;
}

export function usePlans(client: TableClient, state: TableState, ui: GameUi<unknown>, situation: Situation<unknown>, off: boolean): Planning {
    const {premoves} = useStore(settings);
    const [plan, setPlan] = useState<Plan>();
    const [gone, setGone] = useState<number>(); // the move at which a plan was dropped
    const {frame, sending} = state;
    const {staged, table} = frame!;
    const due = owes(frame!);
    const seated = situation.you !== undefined && !table.seats[situation.you]!.bot && table.status === 'playing';
    const possible = premoves && !off && seated && !staged && !sending ? ui.plans?.(situation) : undefined;
    const actions = due ? [] : (possible?.actions ?? []);
    useEffect(() => {
        if (!plan || staged || sending) return;
        const stands = possible?.deal === plan.deal && (due ? table.legal?.includes(plan.action) : actions.includes(plan.action));
        if (stands && !due) return;
        setPlan(undefined);
        if (stands) void client.choose(plan.action);
        else setGone(table.move);
        // Only another frame decides about a plan.
        // eslint-disable-next-line react-hooks/exhaustive-deps
    }, [frame]);
    return {
        actions,
        plan: plan?.action,
        gone: gone === table.move && gone !== undefined,
        choose: (action) => {
            setGone(undefined);
            setPlan(action === undefined || !possible ? undefined : {action, deal: possible.deal});
        },
    };
}
