/** CSS custom properties. */
export type Properties = Readonly<Record<`--${string}`, string>>

export type Mode = 'light' | 'dark'
export type GroundName = 'warm' | 'cool' | 'plain'

const NAMES = ['--bg', '--surface', '--sunken', '--ink', '--ink-2', '--ink-3', '--line', '--line-strong'] as const
/** Colours in the order of `NAMES`. A warm ground is that of tokens.css; a test compares them. */
const COLOURS: Readonly<Record<GroundName, Readonly<Record<Mode, string>>>> = {
  warm: {
    light: '#fbf8f3 #ffffff #f3eee6 #1b2624 #4a5754 #5f6c68 #ddd6cb #7a837d',
    dark: '#121816 #1a2220 #232d2a #eef2ef #b9c4bf #9aa7a1 #33403c #7f8d87',
  },
  cool: {
    light: '#f5f6fb #ffffff #e9ebf4 #1d2030 #484d61 #5b6075 #d5d8e6 #777c91',
    dark: '#13141c #1b1d28 #252835 #eff0f6 #bdc0ce #9ea2b3 #363a4b #82879b',
  },
  plain: {
    light: '#ffffff #ffffff #f2f2f2 #1f1f1f #4d4d4d #636363 #dcdcdc #7d7d7d',
    dark: '#121212 #1c1c1c #272727 #f1f1f1 #c0c0c0 #a3a3a3 #3a3a3a #878787',
  },
}

/** Backgrounds, texts and lines of a ground. */
export function groundOf(name: GroundName, mode: Mode): Properties {
  const colours = COLOURS[name][mode].split(' ')
  return Object.fromEntries(NAMES.map((property, at) => [property, colours[at] ?? '']))
}

/** The backgrounds on which the brand colour must be readable. */
export const papersOf = (name: GroundName, mode: Mode): string[] => COLOURS[name][mode].split(' ').slice(0, 3)
