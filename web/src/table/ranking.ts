// Who is ahead of whom at the end.
import type {Result} from '../protocol';

// Seats from the best to the last; those who are level stay in their order.
export function ranking({points, winners}: Pick<Result, 'points' | 'winners'>): number[] {
    const won = (seat: number) => Number(winners.includes(seat));
    return points.map((_, seat) => seat).sort((a, b) => won(b) - won(a) || points[b]! - points[a]!);
}

// The place of a seat; those who are level share it.
export function placeOf({points, winners}: Pick<Result, 'points' | 'winners'>, seat: number): number {
    return winners.includes(seat) ? 1 : 1 + points.filter((own, other) => winners.includes(other) || own > points[seat]!).length;
}
