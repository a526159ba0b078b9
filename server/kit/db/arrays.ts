const NUMBERS = [1005, 1007, 1021, 1022]
// name, text, varchar, bigint, boolean, date, timestamptz, numeric, uuid, json, jsonb.
const TEXTS = [1003, 1009, 1015, 1016, 1000, 1182, 1185, 1231, 2951, 199, 3807]

/** `{"a","b",NULL}`: every element quoted, which is right for all of them. */
export function written(value: unknown): string {
  return Array.isArray(value) ? `{${value.map(element).join(',')}}` : String(value)
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return written(value)
  return `"${plain(value).replaceAll(/["\\]/g, '\\$&')}"`
}

function plain(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const ELEMENT = /"((?:[^"\\]|\\.)*)"|[^,{}]+/g

/** Elements of an array of one dimension. */
export const textsIn = (array: string): (string | null)[] =>
  [...array.matchAll(ELEMENT)].map(([bare, quoted]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1')
    return bare === 'NULL' ? null : bare
  })

export const numbersIn = (array: string): (number | null)[] =>
  textsIn(array).map((text) => (text === null ? null : Number(text)))

/**
 * PostgreSQL's arrays of what we store, for the driver. It would ask each new connection for them, and whoever ended that
 * connection meanwhile ended the process (postgres.js 3.4.9, issue 1192). The numbers are the same in every database.
 */
export const arrayTypes = Object.fromEntries(
  [...NUMBERS, ...TEXTS].map((oid) => [
    `array${oid}`,
    { to: oid, from: [oid], serialize: written, parse: NUMBERS.includes(oid) ? numbersIn : textsIn },
  ]),
)
