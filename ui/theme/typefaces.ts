import type { Typeface } from '@cuida/core/brand/config.ts'

/** The family of each typeface in `ui/tokens/font.css`. */
const FAMILIES: Readonly<Record<Typeface, string>> = {
  atkinson: 'Atkinson',
  'open-sans': 'Open Sans',
  nunito: 'Nunito',
  fraunces: 'Fraunces',
}
const isTypeface = (name: string | undefined): name is Typeface => name !== undefined && Object.hasOwn(FAMILIES, name)

export interface PartnerTypefaces {
  typeface?: Typeface | undefined
  headingTypeface?: Typeface | undefined
}

/** The typefaces of a partner's pages; the first is that of the text. */
export function typefacesOf({ typeface, headingTypeface }: PartnerTypefaces): Typeface[] {
  const text = isTypeface(typeface) ? typeface : 'atkinson'
  return [...new Set([text, isTypeface(headingTypeface) ? headingTypeface : text])]
}

/** A CSS font list; the fallback has the metrics of the typeface, so that nothing moves when it arrives. */
export const fontListOf = (typeface: Typeface): string =>
  `"${FAMILIES[typeface]}","${FAMILIES[typeface]} fallback",system-ui,sans-serif`
