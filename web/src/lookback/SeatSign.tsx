// Distinguishes seats in a drawing: by colour, kind of line and shape.
import {Shape, type ShapeName} from '../cards';

const shapes: ShapeName[] = ['disc', 'square', 'triangle', 'diamond', 'star'];
const dashes = ['', '9 4', '2 4', '10 4 2 4', '5 3'];

export function shapeOf(seat: number): ShapeName {
    return shapes[seat]!;
}

export function dashOf(seat: number): string {
    return dashes[seat]!;
}

export function SeatSign({seat}: {seat: number}) {
    return (
        <svg class={`seat-sign seat-line-${seat}`} viewBox="0 0 40 16" aria-hidden="true">
            <path d="M1 8H39" class="chart-line" stroke-dasharray={dashOf(seat)} />
            <Shape name={shapeOf(seat)} x={20} y={8} size={12} />
        </svg>
    );
}
