import { type Colour, contrast, parseHex, toHex } from './colour.ts'

/** The values that a partner may set; an invalid one falls back to the product's default. */
export interface PartnerTheme {
  /** The hex colour of interactive elements. */
  brand?: string | undefined
  /** Hex colour of "now, your turn". */
  accent?: string | undefined
  /** Corner radius factor: 0 square, 1 the default, 1.4 soft. */
  shape?: number | undefined
}

export type Properties = Readonly<Record<`--${string}`, string>>
export interface Theme {
  light: Properties
  dark: Properties
  /** Adjusted or rejected values, in English, for the deployment log. */
  changes: readonly string[]
}

interface Ground {
  /** The backgrounds on which the brand colour must be readable. */
  papers: readonly string[]
  /** -1 darkens towards contrast, 1 lightens. */
  towards: -1 | 1
  subtle: { lightness: number; chroma: number }
  accentSubtle: { lightness: number; chroma: number }
}

// The backgrounds equal those of tokens.css; a test compares them.
const GROUNDS: Record<'light' | 'dark', Ground> = {
  light: {
    papers: ['#ffffff', '#fbf8f3', '#f3eee6'],
    towards: -1,
    subtle: { lightness: 0.93, chroma: 0.035 },
    accentSubtle: { lightness: 0.955, chroma: 0.04 },
  },
  dark: {
    papers: ['#1a2220', '#121816', '#232d2a'],
    towards: 1,
    subtle: { lightness: 0.32, chroma: 0.05 },
    accentSubtle: { lightness: 0.31, chroma: 0.05 },
  },
}
const READABLE = 4.5
const STEP = 0.005

/** Derives the brand and accent colours for both modes, changed only as far as contrast requires (WCAG 2.2 AA). */
export function deriveTheme({ brand, accent, shape }: PartnerTheme): Theme {
  const changes: string[] = []
  const modes = Object.entries(GROUNDS).map(([mode, ground]) => {
    const properties: Record<`--${string}`, string> = {}
    const brandColour = brand === undefined ? undefined : parseHex(brand)
    if (brandColour) {
      Object.assign(properties, brandRoles(brandColour, ground))
      const got = properties['--brand']
      if (got && got !== toHex(brandColour)) changes.push(`${mode}: brand ${brand} became ${got} to be readable`)
    }
    const accentColour = accent === undefined ? undefined : parseHex(accent)
    if (accentColour) Object.assign(properties, accentRoles(accentColour, ground))
    if (typeof shape === 'number' && Number.isFinite(shape)) properties['--shape'] = String(bounded(shape, 0, 1.4))
    return [mode, properties] as const
  })
  if (brand !== undefined && !parseHex(brand)) changes.push(`brand ${JSON.stringify(brand)} is not a hex colour`)
  if (accent !== undefined && !parseHex(accent)) changes.push(`accent ${JSON.stringify(accent)} is not a hex colour`)
  const { light = {}, dark = {} } = Object.fromEntries(modes)
  return { light, dark, changes }
}

function brandRoles(brandColour: Colour, { papers, towards, subtle }: Ground): Properties {
  const brand = readable(brandColour, papers, towards)
  // White on light backgrounds, the darkest shade of the brand on dark ones: one of them is readable on any `brand`.
  const onBrand =
    towards === -1 ? '#ffffff' : toHex({ ...brandColour, lightness: 0.2, chroma: Math.min(brandColour.chroma, 0.04) })
  const onPair = readable(brand, [onBrand], towards)
  // A brand colour that is nearly black or white has no room for a hover shade in its direction, so the shade goes
  // the other way.
  const room = towards === -1 ? onPair.lightness > 0.26 : onPair.lightness < 0.9
  const shade = (by: number) => {
    const targetColour = { ...onPair, lightness: bounded(onPair.lightness + (room ? towards : -towards) * by, 0, 1) }
    return toHex(readable(targetColour, [onBrand], towards))
  }
  const wash = toHex({ ...subtle, chroma: Math.min(subtle.chroma, brandColour.chroma), hue: brandColour.hue })
  return {
    '--brand': toHex(onPair),
    '--on-brand': onBrand,
    '--brand-hover': shade(0.06),
    '--brand-press': shade(0.12),
    '--brand-subtle': wash,
    '--on-brand-subtle': toHex(readable({ ...onPair, lightness: onPair.lightness + towards * 0.06 }, [wash], towards)),
  }
}

/**
 * The accent colour is kept and only its text colour is chosen. Where neither black nor white is readable on it, it
 * is lightened.
 */
function accentRoles(accentColour: Colour, { accentSubtle }: Ground): Properties {
  const dark = toHex({ ...accentColour, lightness: 0.26, chroma: Math.min(accentColour.chroma, 0.06) })
  const lightEnough =
    contrast(toHex(accentColour), '#ffffff') >= READABLE ? accentColour : readable(accentColour, [dark], 1)
  const accent = toHex(lightEnough)
  return {
    '--accent': accent,
    '--on-accent': contrast(accent, dark) >= READABLE ? dark : '#ffffff',
    '--accent-subtle': toHex({
      ...accentSubtle,
      chroma: Math.min(accentSubtle.chroma, accentColour.chroma),
      hue: accentColour.hue,
    }),
  }
}

function readable(colour: Colour, papers: readonly string[], towards: -1 | 1): Colour {
  const end = towards === -1 ? 0 : 1
  let moved = { ...colour, lightness: bounded(colour.lightness, 0, 1) }
  const reads = () => papers.every((paper) => contrast(toHex(moved), paper) >= READABLE)
  while (!reads() && moved.lightness !== end) {
    moved = { ...moved, lightness: bounded(moved.lightness + towards * STEP, 0, 1) }
  }
  return moved
}

const bounded = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
