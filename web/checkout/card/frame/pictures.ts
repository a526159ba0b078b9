import icon from '@cuida/ui/Icon/Icon.module.css'
import css from './card.module.css'
import { createSvgElement } from './dom.ts'

// Copies of two icons of ui/Icon/sprite.svg: the whole sprite would be most of this page's weight.
const box = { class: icon.icon ?? '', width: '20', height: '20', viewBox: '0 0 24 24' }

export const errorIcon = () =>
  createSvgElement(box, [
    ['path', { d: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3z' }],
    ['path', { d: 'M12 7.5V13' }],
    ['path', { d: 'M12 16.3h.01', 'stroke-width': '2.25' }],
  ])

export const cardIcon = () =>
  createSvgElement(box, [
    ['rect', { x: '3', y: '5.5', width: '18', height: '13', rx: '2.5' }],
    ['path', { d: 'M3 10h18M7 14.8h3' }],
  ])

/** The security code's position: on the front of American Express, on the back of other cards. */
export const codePicture = (front: boolean) =>
  createSvgElement({ class: css.picture ?? '', viewBox: '0 0 48 32', width: '48', height: '32' }, [
    ['rect', { x: '1', y: '1', width: '46', height: '30', rx: '4' }],
    front ? ['path', { d: 'M7 23h14M7 9h6v5H7z' }] : ['path', { d: 'M1 9h46M7 18h20', 'stroke-width': '4' }],
    ['circle', { class: css.spot ?? '', cx: front ? '38' : '36', cy: front ? '13' : '19', r: '6' }],
  ])
