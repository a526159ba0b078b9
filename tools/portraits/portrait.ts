import { HAIR } from './hair.ts'

// Calm, flat portraits of people who do not exist: a face of few lines, in the colours of a partner (decision 0120).

export interface Person {
  /** Of the file. */
  name: string
  ground: string
  /** A larger form behind them, a tone from the ground. */
  halo: string
  skin: string
  /** The same skin where less light falls. */
  shade: string
  hair: { style: keyof typeof HAIR; tone: string; shade: string }
  brows: string
  lips: string
  clothes: { kind: 'coat' | 'blazer' | 'roll' | 'scrubs' | 'blouse'; tone: string; shade: string; under: string }
  glasses?: string
  earrings?: string
  beard?: string
  moustache?: string
}

const shape = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`
const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

const FACE = 'M112 128c0-34 18-54 48-54s48 20 48 54c0 20-4 36-11 50-9 18-23 30-37 30s-28-12-37-30c-7-14-11-30-11-50Z'
const SHOULDERS = 'M26 330c2-44 22-66 62-76 22-6 40-10 50-18h44c10 8 28 12 50 18 40 10 60 32 62 76Z'

export function portrait(person: Person): string {
  const { ground, halo, skin, shade, hair } = person
  const { back, front } = HAIR[hair.style](hair.tone, hair.shade)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="640" height="640">
<clipPath id="face"><path d="${FACE}"/></clipPath>
<rect width="320" height="320" fill="${ground}"/><circle cx="160" cy="196" r="136" fill="${halo}"/>
<g transform="translate(160 164) scale(1.24) translate(-160 -166)">
${back}
${shape('M136 180h48v48c0 20-12 30-24 30s-24-10-24-30Z', skin)}${shape('M136 190c8 14 16 20 24 20s18-6 24-20v26c-8 10-16 14-24 14s-16-4-24-14Z', shade)}
${clothes(person)}
${ears(person)}${shape(FACE, skin)}
<g clip-path="url(#face)">${shape('M188 74c8 40 6 96-22 134h50V74Z', shade, ' opacity=".38"')}${beard(person)}</g>
${features(person)}
${front}
${glasses(person)}
</g></svg>`
}

const ears = ({ skin, shade, earrings }: Person) =>
  `<ellipse cx="111" cy="146" rx="8" ry="13" fill="${skin}"/><ellipse cx="209" cy="146" rx="8" ry="13" fill="${shade}"/>${
    earrings
      ? `<circle cx="110" cy="164" r="5" fill="${earrings}"/><circle cx="210" cy="164" r="5" fill="${earrings}"/>`
      : ''
  }`

function features({ brows, shade, lips, moustache }: Person): string {
  const eye = (x: number) => `<ellipse cx="${x}" cy="143" rx="4.2" ry="5" fill="#2a211d"/>`
  return [
    line('M130 128c5-4 12-5 18-2', brows, 4.4),
    line('M172 126c6-3 13-2 18 2', brows, 4.4),
    eye(140),
    eye(180),
    line('M161 144c2 8 3 13 1 17-1 2-4 2-6 1', shade, 3.4),
    moustache ? shape('M138 178c4-8 14-11 22-7 8-4 18-1 22 7-8 4-16 3-22-1-6 4-14 5-22 1Z', moustache) : '',
    line('M146 182c8 6 20 6 28 0', lips, 4.2),
  ].join('')
}

const beard = ({ beard: tone }: Person) =>
  tone
    ? shape(
        'M108 138c5 18 9 28 15 34 6-2 12-3 17-5 7-3 13-3 20 0 7-3 13-3 20 0 5 2 11 3 17 5 6-6 10-16 15-34v80H108ZM142 180c3 10 10 13 18 13s15-3 18-13c-6-3-12-3-18-1-6-2-12-2-18 1Z',
        tone,
        ' fill-rule="evenodd"',
      )
    : ''

const glasses = ({ glasses: tone }: Person) =>
  tone
    ? `<g fill="#ffffff" fill-opacity=".16" stroke="${tone}" stroke-width="3.4"><rect x="123" y="130" width="32" height="27" rx="12"/><rect x="165" y="130" width="32" height="27" rx="12"/></g>${line('M155 141c3-3 7-3 10 0M123 140l-11-3M197 140l11-3', tone, 3.4)}`
    : ''

function clothes({ skin, clothes: { kind, tone, shade, under } }: Person): string {
  const body = shape(SHOULDERS, tone)
  const neck = (fill: string) =>
    shape('M132 236c6 26 16 40 28 40s22-14 28-40l8 4c-4 40-18 60-36 60s-32-20-36-60Z', fill)
  if (kind === 'roll')
    return `${body}${shape('M131 222c8 10 18 14 29 14s21-4 29-14l7 22c-10 12-22 18-36 18s-26-6-36-18Z', shade)}`
  if (kind === 'scrubs')
    return `${body}${shape('M126 236c8 28 20 50 34 66 14-16 26-38 34-66l12 5c-8 38-24 68-46 92-22-24-38-54-46-92Z', shade)}${shape('M137 236c6 20 14 36 23 48 9-12 17-28 23-48Z', under)}`
  if (kind === 'blouse') return `${body}${neck(shade)}${shape('M134 236c6 22 15 34 26 34s20-12 26-34Z', under)}`
  const inside =
    shape('M134 235h52l10 10-36 92-36-92Z', under) + shape('M138 234h44c-2 13-10 20-22 20s-20-7-22-20Z', skin)
  const lapel = 'M132 233c-8 5-17 8-26 10l10 36 11-3-5 13 38 47 2-30Z'
  const lapels = `${shape(lapel, shade)}<g transform="translate(320 0) scale(-1 1)">${shape(lapel, shade)}</g>`
  return `${body}${inside}${lapels}`
}
