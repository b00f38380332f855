import type {ComponentType} from 'preact';
export const examples: Record<string, ComponentType> = {};
