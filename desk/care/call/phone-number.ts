/** As it is dialled from anywhere; null for what has no country code. */
export function numberOf(typed: string): string | null {
  const number = typed
    .trim()
    .replace(/^00/, '+')
    .replaceAll(/[\s().-]/g, '')
  return /^\+[1-9]\d{5,14}$/.test(number) ? number : null
}
