/** The caret's position after formatting: behind as many digits as before. */
export function caretAfter(typed: string, position: number, formatted: string): number {
  const digitsBefore = typed.slice(0, position).replaceAll(/\D/g, '').length
  let digitCount = 0
  for (let at = 0; at < formatted.length; at++) {
    if (digitCount === digitsBefore) return at
    if (/\d/.test(formatted.charAt(at))) digitCount++
  }
  return formatted.length
}
