// The layouts that there are: a folder each. Made by tools/page_tables.py: run
// `ninja -C build tables` when there is another. Each is a part of the script of its own, with its style.
import type {Layout} from './registry';

export const layouts: Record<string, Layout> = {
    scout: {
        asks: false, tutorial: true,
        picture: () => import('./scout/faces').then((it) => it.Picture),
        load: () => import('./scout').then((it) => it.scout),
        examples: () => import('./scout/examples').then((it) => it.examples),
    },
    bridesmaid: {
        asks: true, tutorial: true,
        picture: () => import('./bridesmaid/art').then((it) => it.Picture),
        load: () => import('./bridesmaid').then((it) => it.bridesmaid),
        examples: () => import('./bridesmaid/examples').then((it) => it.examples),
    },
    belle: {
        asks: true, tutorial: true,
        picture: () => import('./belle/art').then((it) => it.Picture),
        load: () => import('./belle').then((it) => it.belle),
        examples: () => import('./belle/examples').then((it) => it.examples),
    },
    sparrows: {
        asks: true, tutorial: true,
        picture: () => import('./sparrows/Picture').then((it) => it.Picture),
        load: () => import('./sparrows').then((it) => it.sparrows),
        examples: () => import('./sparrows/examples').then((it) => it.examples),
    },
    bannish: {
        asks: true, tutorial: true,
        picture: () => import('./bannish/faces').then((it) => it.Picture),
        load: () => import('./bannish').then((it) => it.bannish),
        examples: () => import('./bannish/examples').then((it) => it.examples),
    },
};
