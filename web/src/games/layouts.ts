// The layouts that there are: a folder each. Made by tools/page_tables.py: run
// `ninja -C build tables` when there is another. Pictures and style are there from the start,
// a layout is a part of the script of its own.
import './bannish/bannish.css';
import './belle/belle.css';
import './bridesmaid/bridesmaid.css';
import './scout/scout.css';
import './sparrows/sparrows.css';
import {Picture as bannishPicture} from './bannish/faces';
import {Picture as bellePicture} from './belle/art';
import {Picture as bridesmaidPicture} from './bridesmaid/art';
import {Picture as scoutPicture} from './scout/faces';
import {Picture as sparrowsPicture} from './sparrows/Picture';
import type {Layout} from './registry';

export const layouts: Record<string, Layout> = {
    scout: {
        Picture: scoutPicture, asks: false, tutorial: true,
        load: () => import('./scout').then((it) => it.scout),
    },
    bridesmaid: {
        Picture: bridesmaidPicture, asks: true, tutorial: true,
        load: () => import('./bridesmaid').then((it) => it.bridesmaid),
    },
    belle: {
        Picture: bellePicture, asks: true, tutorial: true,
        load: () => import('./belle').then((it) => it.belle),
    },
    sparrows: {
        Picture: sparrowsPicture, asks: true, tutorial: true,
        load: () => import('./sparrows').then((it) => it.sparrows),
    },
    bannish: {
        Picture: bannishPicture, asks: true, tutorial: true,
        load: () => import('./bannish').then((it) => it.bannish),
    },
};
