import { type Colour, contrast, parseHex, toHex } from './colour.ts'
import { type GroundName, groundOf, type Mode, type Properties, papersOf } from './grounds.ts'
import { fontListOf, type PartnerTypefaces, typefacesOf } from './typefaces.ts'

/** The values that a partner may set; an invalid one falls back to the product's default. */
export interface PartnerTheme extends PartnerTypefaces {
  /** The hex colour of interactive elements. */
  brand?: string | undefined
  /** Hex colour of "now, your turn". */
  accent?: string | undefined
  /** Corner radius factor: 0 square, 1 the default, 1.4 soft. */
  shape?: number | undefined
  /** Hex colours of the dark mode, where they differ. */
  brandDark?: string | undefined
  accentDark?: string | undefined
  /** The tint of backgrounds and greys. */
  ground?: GroundName | undefined
  density?: 'comfortable' | 'compact' | undefined
}

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

const GROUNDS: Record<Mode, Omit<Ground, 'papers'>> = {
  light: {
    towards: -1,
    subtle: { lightness: 0.93, chroma: 0.035 },
    accentSubtle: { lightness: 0.955, chroma: 0.04 },
  },
  dark: {
    towards: 1,
    subtle: { lightness: 0.32, chroma: 0.05 },
    accentSubtle: { lightness: 0.31, chroma: 0.05 },
  },
}
const READABLE = 4.5
/** WCAG 1.4.11: what a control needs beside its surroundings. */
const VISIBLE = 3
const STEP = 0.005
const COMPACT = '0.75'

/** Derives the partner's properties for both modes; colours change only as far as contrast requires (WCAG 2.2 AA). */
export function deriveTheme(partner: PartnerTheme): Theme {
  const changes: string[] = []
  const { brand, accent, brandDark, accentDark } = partner
  const light = modeTheme('light', partner, changes)
  const dark = modeTheme('dark', { ...partner, brand: brandDark ?? brand, accent: accentDark ?? accent }, changes)
  for (const [name, value] of Object.entries({ brand, accent, brandDark, accentDark }))
    if (value !== undefined && !parseHex(value)) changes.push(`${name} ${JSON.stringify(value)} is not a hex colour`)
  return { light, dark, changes }
}

function modeTheme(mode: Mode, partner: PartnerTheme, changes: string[]): Properties {
  const { brand, accent, shape, ground = 'warm', density, typeface, headingTypeface } = partner
  const properties: Record<`--${string}`, string> = {}
  const ofMode: Ground = { ...GROUNDS[mode], papers: papersOf(ground, mode) }
  if (ground !== 'warm') Object.assign(properties, groundOf(ground, mode))
  const brandColour = brand === undefined ? undefined : parseHex(brand)
  if (brandColour) {
    Object.assign(properties, brandRoles(brandColour, ofMode))
    const { '--brand': text, '--brand-fill': fill } = properties
    const own = toHex(brandColour)
    if (text !== own)
      changes.push(`${mode}: brand ${brand} became ${text} for text${fill === own ? '' : `, ${fill} for fills`}`)
  }
  const accentColour = accent === undefined ? undefined : parseHex(accent)
  if (accentColour) Object.assign(properties, accentRoles(accentColour, ofMode))
  if (typeof shape === 'number' && Number.isFinite(shape)) properties['--shape'] = String(bounded(shape, 0, 1.4))
  if (density === 'compact') properties['--density'] = COMPACT
  if (typeface ?? headingTypeface) {
    const [text, headings] = typefacesOf({ typeface, headingTypeface })
    if (text) properties['--font'] = fontListOf(text)
    if (headings) properties['--font-heading'] = fontListOf(headings)
  }
  return properties
}

/**
 * Texts and borders get a tone that is readable on every background; fills keep the partner's colour where a text is
 * readable on it, with an outline where the fill alone is too close to the background.
 */
function brandRoles(brandColour: Colour, ground: Ground): Properties {
  const { papers, towards, subtle } = ground
  const text = readable(brandColour, papers, towards)
  const { fill, on } = fillOf(brandColour, text, ground)
  const fillHex = toHex(fill)
  const wash = toHex({ ...subtle, chroma: Math.min(subtle.chroma, brandColour.chroma), hue: brandColour.hue })
  const isVisible = papers.every((paper) => contrast(fillHex, paper) >= VISIBLE)
  return {
    '--brand': toHex(text),
    '--brand-hover': toHex(moved(text, towards, 0.06)),
    '--brand-press': toHex(moved(text, towards, 0.12)),
    '--brand-fill': fillHex,
    '--on-brand': on,
    '--brand-fill-hover': shadeOf(fill, on, 0.06),
    '--brand-fill-press': shadeOf(fill, on, 0.12),
    '--brand-edge': isVisible ? 'transparent' : toHex(text),
    '--brand-subtle': wash,
    '--on-brand-subtle': toHex(readable({ ...text, lightness: text.lightness + towards * 0.06 }, [wash], towards)),
  }
}

/** Fills without a hue that equal the background are no colour to keep: they use the tone of texts. */
const GREY = 0.02

function fillOf(brandColour: Colour, text: Colour, { papers, towards }: Ground): { fill: Colour; on: string } {
  const own = toHex(brandColour)
  const isFaint = papers.some((paper) => contrast(own, paper) < VISIBLE)
  // On dark backgrounds a faint fill is dark: lighter tones are easier on the eye and stand out without an outline.
  const fill = isFaint && (towards === 1 || brandColour.chroma < GREY) ? text : brandColour
  const dark = toHex({ ...brandColour, lightness: 0.2, chroma: Math.min(brandColour.chroma, 0.04) })
  const inks = towards === 1 ? [dark, '#ffffff'] : ['#ffffff', dark]
  const on = inks.find((ink) => contrast(toHex(fill), ink) >= READABLE)
  if (on) return { fill, on }
  // A middle tone: white is readable on a slightly darker one, on dark backgrounds the dark text on a lighter one.
  const first = inks[0] ?? '#ffffff'
  return { fill: readable(fill, [first], towards), on: first }
}

/** A shade of a fill away from its text, or towards it where the fill is nearly white or black. */
function shadeOf(fill: Colour, on: string, by: number): string {
  const away = contrast(on, '#000000') > contrast(on, '#ffffff') ? -1 : 1
  return toHex(readable(moved(fill, away, by), [on], away))
}

/** From this chroma on, a light colour has no lighter shade that keeps its colour. */
const VIVID = 0.2

/** Lighter (1) or darker (-1), in the other direction at the end of the scale. */
function moved(colour: Colour, direction: number, by: number): Colour {
  const { lightness, chroma } = colour
  const hasRoom = direction === -1 ? lightness > 0.26 : lightness < (chroma < VIVID ? 0.9 : 0.8)
  return { ...colour, lightness: bounded(lightness + (hasRoom ? direction : -direction) * by, 0, 1) }
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
  let tone = { ...colour, lightness: bounded(colour.lightness, 0, 1) }
  const reads = () => papers.every((paper) => contrast(toHex(tone), paper) >= READABLE)
  while (!reads() && tone.lightness !== end) {
    tone = { ...tone, lightness: bounded(tone.lightness + towards * STEP, 0, 1) }
  }
  return tone
}

const bounded = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
