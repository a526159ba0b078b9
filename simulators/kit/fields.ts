/** Unvalidated input. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
/** Trimmed, non-empty text or undefined. Numbers count, because both payment providers accept either. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
  return text === '' ? undefined : text
}
export const isCents = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
export const isWebUrl = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
