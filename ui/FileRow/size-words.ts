import { currentLocale } from '../words/words.ts'

/** `1,2 MB`, `340 kB`; never less than one. */
export function sizeWords(bytes: number): string {
  const [value, unit] = bytes >= 1e6 ? [bytes / 1e6, 'megabyte'] : [Math.max(1, bytes / 1e3), 'kilobyte']
  const maximumFractionDigits = unit === 'megabyte' ? 1 : 0
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, maximumFractionDigits }).format(value)
}
