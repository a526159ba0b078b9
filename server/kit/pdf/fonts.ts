import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

// The fonts that are embedded in PDFs (decision 0167).

export type Weight = 'regular' | 'bold'

interface Family {
  name: string
  /** A file of the package; paths are relative to it. */
  resolve(): string
  regular: string
  bold: string
}

/**
 * In lookup order. Noto Sans Math (≤ ≈ →) comes after Arabic, since it has Arabic letters in isolated forms only, and
 * before Chinese.
 */
const FAMILIES: Family[] = [
  {
    name: 'NotoSans',
    resolve: () => import.meta.resolve('@embedpdf/fonts-latin'),
    regular: '../fonts/NotoSans-Regular.ttf',
    bold: '../fonts/NotoSans-Bold.ttf',
  },
  {
    name: 'NotoNaskhArabic',
    resolve: () => import.meta.resolve('@embedpdf/fonts-arabic'),
    regular: '../fonts/NotoNaskhArabic-Regular.ttf',
    bold: '../fonts/NotoNaskhArabic-Bold.ttf',
  },
  {
    name: 'NotoSansHebrew',
    resolve: () => import.meta.resolve('@embedpdf/fonts-hebrew'),
    regular: '../fonts/NotoSansHebrew-Regular.ttf',
    bold: '../fonts/NotoSansHebrew-Bold.ttf',
  },
  {
    name: 'NotoSansMath',
    resolve: () => import.meta.resolve('@expo-google-fonts/noto-sans-math'),
    regular: '400Regular/NotoSansMath_400Regular.ttf',
    bold: '400Regular/NotoSansMath_400Regular.ttf',
  },
  {
    name: 'NotoSansHans',
    resolve: () => import.meta.resolve('@embedpdf/fonts-sc'),
    regular: '../fonts/NotoSansHans-Regular.otf',
    bold: '../fonts/NotoSansHans-Bold.otf',
  },
  {
    name: 'NotoSansKR',
    resolve: () => import.meta.resolve('@embedpdf/fonts-kr'),
    regular: '../fonts/NotoSansKR-Regular.otf',
    bold: '../fonts/NotoSansKR-Bold.otf',
  },
  {
    name: 'NotoSansSymbols2',
    resolve: () => import.meta.resolve('@expo-google-fonts/noto-sans-symbols-2'),
    regular: '400Regular/NotoSansSymbols2_400Regular.ttf',
    bold: '400Regular/NotoSansSymbols2_400Regular.ttf',
  },
]

export interface LoadedFont {
  name: string
  hasLetter(codePoint: number): boolean
  /**
   * Creates the font for one document. Documents share its parsed tables, which take most of the time, but no glyphs:
   * fontkit stores with a glyph the character that it was first drawn for, and text copied from another document
   * would contain that one.
   */
  forDocument(): Font
}

const loaded = new Map<string, LoadedFont>()

/**
 * The first family is in every document; the others are loaded when a text has a letter that the previous ones lack.
 */
function loadFont(family: Family, weight: Weight): LoadedFont {
  const name = `${family.name}-${weight}`
  const known = loaded.get(name)
  if (known) return known
  const font = create(readFileSync(fileURLToPath(new URL(family[weight], family.resolve())))) as Font
  const result = {
    name,
    hasLetter: (codePoint: number) => font.hasGlyphForCodePoint(codePoint),
    forDocument: () => Object.create(font, { _glyphs: { value: {} } }) as Font,
  }
  loaded.set(name, result)
  return result
}

/** Spaces, joiners, direction marks and variation selectors, which need no glyph. */
const INVISIBLE = /^[\p{Zs}\p{Cf}\p{Variation_Selector}\t\n]$/u

/** The first font with every code point of a grapheme, or undefined. */
export function findFont(grapheme: string, weight: Weight = 'regular'): LoadedFont | undefined {
  const codePoints = [...grapheme]
    .filter((letter) => !INVISIBLE.test(letter))
    .map((letter) => letter.codePointAt(0) ?? 0)
  for (const family of FAMILIES) {
    const font = loadFont(family, weight)
    if (codePoints.every(font.hasLetter)) return font
  }
  return undefined
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
export const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment)

/** The graphemes of a text that no font has, each once: emoji, rare scripts, control characters. */
export const findUnprintable = (text: string): string[] => [
  ...new Set(graphemesOf(toPrintableText(text)).filter((grapheme) => !findFont(grapheme))),
]

/**
 * Normalises a text for drawing: composed letters, line breaks as \n, and spaces that every font has. A grapheme
 * without a font becomes its code points, so that it neither vanishes nor looks like another sign.
 */
export const toPrintableText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll(/[\t\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
export const withCodePoints = (text: string): string =>
  graphemesOf(toPrintableText(text))
    .map((grapheme) => (findFont(grapheme) ? grapheme : [...grapheme].map(nameOf).join('')))
    .join('')
const nameOf = (letter: string): string =>
  `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
