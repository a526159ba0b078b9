/** The caret's position after formatting: behind as many digits as before. */
export function caretAfter(typed: string, position: number, formatted: string): number {
  const digitsBefore = typed.slice(0, position).replaceAll(/\D/g, '').length
  let seen = 0
  for (let at = 0; at < formatted.length; at++) {
    if (seen === digitsBefore) return at
    if (/\d/.test(formatted.charAt(at))) seen++
  }
  return formatted.length
}
