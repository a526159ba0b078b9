import { readFileSync } from 'node:fs'
import { TYPEFACES } from '@cuida/core/brand/config.ts'
import { describe, expect, test } from 'vitest'
import { contrast } from './colour.ts'
import { deriveTheme } from './derive-theme.ts'
import { groundOf } from './grounds.ts'
import { themeScript, themeStyle } from './theme-style.ts'
import { fontListOf } from './typefaces.ts'

const css = readFileSync(new URL('../tokens/tokens.css', import.meta.url), 'utf8')

/** The custom properties of the first block with exactly this selector. */
function tokensOf(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+): (#[0-9a-f]{6})/g)].map(([_whole, name = '', hex = '']) => [name, hex]),
  )
}
const modes = { light: tokensOf(':root'), dark: tokensOf(':root[data-theme="dark"]') }

// From product 11.1: the pair and its contrast in light and dark.
const promised: [string, string, number, number][] = [
  ['--ink', '--bg', 14.7, 15.9],
  ['--ink-2', '--bg', 7.1, 10],
  ['--ink-2', '--sunken', 6.5, 7.9],
  ['--ink-3', '--bg', 5.2, 7.2],
  ['--ink-3', '--sunken', 4.7, 5.7],
  ['--line-strong', '--surface', 3.9, 4.7],
  ['--on-brand', '--brand', 8, 8.6],
  ['--brand', '--bg', 7.5, 9],
  ['--on-brand', '--brand-hover', 10.1, 10.1],
  ['--on-brand-subtle', '--brand-subtle', 8.2, 9],
  ['--on-accent', '--accent', 7.8, 10],
  ['--ink', '--accent-subtle', 13.7, 11.9],
  ['--success', '--success-subtle', 5.5, 7],
  ['--warning', '--warning-subtle', 6.3, 7.8],
  ['--danger', '--danger-subtle', 5.4, 7.3],
  ['--info', '--info-subtle', 6, 6.8],
  ['--focus', '--surface', 7.3, 9],
]

describe.each(promised)('%s on %s is readable', (ink, background, light, dark) => {
  test.each([
    ['light', light],
    ['dark', dark],
  ] as const)('in %s', (mode, least) => {
    const tokens = modes[mode]
    expect(contrast(tokens[ink] ?? '', tokens[background] ?? '')).toBeGreaterThanOrEqual(least - 0.1)
  })
})

test('the system’s dark mode equals the chosen one', () => {
  expect(tokensOf(':root:not([data-theme="light"])')).toEqual(modes.dark)
})

test('the call screen is readable in both modes', () => {
  expect(contrast('#ffffff', '#0d1211')).toBeGreaterThan(18)
  expect(contrast('#ffffff', '#d5362b')).toBeGreaterThanOrEqual(4.5)
  expect(contrast('#5c6b66', '#0d1211')).toBeGreaterThanOrEqual(3)
  expect(css).toContain('--call-end: #d5362b')
  expect(css).toContain('--call-line: #5c6b66')
  expect(css).toContain('--call-bg: #0d1211')
})

const hostile = [
  '#000000',
  '#ffffff',
  '#808080',
  '#777777',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#fff',
  '#123',
  '#fffffe',
  '#010101',
  '#fbf8f3',
  '#121816',
  '#f3eee6',
  '#7a7a00',
  '#ff7f00',
  '#e6e6fa',
  '#39ff14',
  '#ccff00',
  '#ff1493',
  '#8b0000',
  '#000080',
  '#2f4f4f',
  '#b8860b',
  '#c0c0c0',
  '#6b6bff',
  '#1746d1',
]

const onGrounds = hostile.flatMap((colour) =>
  (['warm', 'cool', 'plain'] as const).map((ground) => [colour, ground] as const),
)

describe.each(onGrounds)('a partner whose brand and accent are %s on a %s ground', (colour, ground) => {
  const theme = deriveTheme({ brand: colour, accent: colour, ground })
  test.each(['light', 'dark'] as const)('the theme is readable in %s', (mode) => {
    const all: Record<string, string> = { ...modes[mode], ...theme[mode] }
    const pair = (ink: string, background: string) => contrast(all[ink] ?? '', all[background] ?? '')
    for (const background of ['--bg', '--surface', '--sunken'])
      expect(pair('--brand', background)).toBeGreaterThanOrEqual(4.5)
    for (const fill of ['--brand-fill', '--brand-fill-hover', '--brand-fill-press'])
      expect(pair('--on-brand', fill)).toBeGreaterThanOrEqual(4.5)
    const edge = all['--brand-edge'] === 'transparent' ? '--brand-fill' : '--brand-edge'
    for (const background of ['--bg', '--surface', '--sunken']) expect(pair(edge, background)).toBeGreaterThanOrEqual(3)
    expect(pair('--on-brand-subtle', '--brand-subtle')).toBeGreaterThanOrEqual(4.5)
    expect(pair('--on-accent', '--accent')).toBeGreaterThanOrEqual(4.5)
    for (const wash of ['--brand-subtle', '--accent-subtle']) {
      expect(pair('--ink', wash)).toBeGreaterThanOrEqual(4.5)
      expect(pair('--ink-2', wash)).toBeGreaterThanOrEqual(4.5)
    }
  })
  test('the hover shade differs from the resting one', () => {
    for (const { '--brand-fill': fill, '--brand-fill-hover': hover, '--brand': text, '--brand-hover': over } of [
      theme.light,
      theme.dark,
    ]) {
      expect(hover).not.toBe(fill)
      expect(over).not.toBe(text)
    }
  })
})

test('a readable brand colour is kept, and a changed one is reported', () => {
  expect(deriveTheme({ brand: '#0F5B50' }).light['--brand']).toBe('#0f5b50')
  expect(deriveTheme({ brand: '#0F5B50' }).changes).toEqual([expect.stringContaining('dark: brand #0F5B50 became')])
  expect(deriveTheme({ brand: '#ffff00' }).changes).toEqual([expect.stringContaining('light: brand #ffff00 became')])
})

test('a yellow brand stays yellow as a fill with dark text, and darkens for texts', () => {
  const { light } = deriveTheme({ brand: '#ffff00' })
  expect(light['--brand-fill']).toBe('#ffff00')
  expect(contrast(light['--on-brand'] ?? '', '#ffff00')).toBeGreaterThan(10)
  expect(light['--brand-edge']).toBe(light['--brand'])
})

test('the dark mode may have its own colours', () => {
  const { light, dark } = deriveTheme({ brand: '#0f5b50', accent: '#f2b33d', brandDark: '#ff9ecb' })
  expect(light['--brand']).toBe('#0f5b50')
  expect(dark['--brand']).toBe('#ff9ecb')
  expect(dark['--accent']).toBe('#f2b33d')
})

test('the warm ground equals the style sheet, and every ground is readable', () => {
  for (const mode of ['light', 'dark'] as const) {
    expect(modes[mode]).toMatchObject(groundOf('warm', mode))
    for (const ground of ['cool', 'plain'] as const) {
      const tokens: Record<string, string> = { ...modes[mode], ...groundOf(ground, mode) }
      const pair = (ink: string, background: string) => contrast(tokens[ink] ?? '', tokens[background] ?? '')
      for (const background of ['--bg', '--surface', '--sunken']) {
        for (const ink of ['--ink', '--ink-2', '--ink-3', '--danger', '--success', '--warning', '--info', '--focus'])
          expect(pair(ink, background), `${ground} ${mode}: ${ink} on ${background}`).toBeGreaterThanOrEqual(4.5)
        expect(pair('--line-strong', background)).toBeGreaterThanOrEqual(3)
      }
    }
  }
})

test('typefaces and spacing are properties only where the partner chose them', () => {
  expect(deriveTheme({}).light).toEqual({})
  const { light } = deriveTheme({ typeface: 'nunito', headingTypeface: 'fraunces', density: 'compact' })
  expect(light['--font']).toMatch(/^"Nunito","Nunito fallback",/)
  expect(light['--font-heading']).toMatch(/^"Fraunces","Fraunces fallback",/)
  expect(light['--density']).toBe('0.75')
  expect(deriveTheme({ headingTypeface: 'fraunces' }).light['--font']).toMatch(/^"Atkinson"/)
})

test('every typeface is declared with its fallback', () => {
  const fonts = readFileSync(new URL('../tokens/font.css', import.meta.url), 'utf8')
  for (const typeface of TYPEFACES)
    for (const family of fontListOf(typeface).match(/"[^"]+"/g) ?? [])
      expect(fonts).toContain(`font-family: ${family};`)
})

test.each(['red', '', '#12', 'url(evil)', '#12345g', '}body{display:none'])(
  '%j is no colour and changes nothing',
  (brand) => {
    const theme = deriveTheme({ brand, accent: brand })
    expect(theme.light).toEqual({})
    expect(theme.changes).toHaveLength(2)
    expect(themeStyle({ brand })).not.toContain('evil')
  },
)

test('the corner radius factor is bounded', () => {
  expect(deriveTheme({ shape: 99 }).light['--shape']).toBe('1.4')
  expect(deriveTheme({ shape: -1 }).dark['--shape']).toBe('0')
  expect(deriveTheme({ shape: Number.NaN }).light).toEqual({})
})

test('the theme’s layer order equals the style sheet’s', () => {
  const sheet = readFileSync(new URL('../tokens/all.css', import.meta.url), 'utf8')
  const order = /@layer ([^;]+);/.exec(sheet)?.[1]?.replaceAll(' ', '')
  expect(themeStyle({})).toContain(`@layer ${order};`)
})

test('the head script needs no escaping in HTML', () => {
  expect(themeScript).not.toContain('<')
  expect(() => new Function(themeScript)).not.toThrow()
})
