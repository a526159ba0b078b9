import type { JsonSchema } from './schema.ts'

/** Examples by the name of a field, for text whose schema does not say what it is. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  firstName: 'Lucía',
  lastName: 'Ferrer',
  name: 'Lucía Ferrer',
  email: 'lucia@example.com',
  identifier: '+34600000001',
  number: '+34600000001',
  country: 'ES',
  locale: 'es',
  language: 'es',
  timeZone: 'Europe/Madrid',
  slug: 'general-consultation',
  currency: 'EUR',
  password: 'a long enough password',
  code: '123456',
  summary: 'I have had a sore throat for three days.',
  text: 'Thank you.',
  reason: 'Asked by the patient',
  street: 'Calle Mayor',
  city: 'Madrid',
  state: 'Madrid',
  postalCode: '28001',
  cpf: '11144477735',
  documentType: 'DNI',
  documentNumber: '12345678Z',
  event: { name: 'login' },
}
const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '018f6f2e-6c1a-4d1b-9c53-0a4b8e9d2f10',
  'date-time': '2026-03-02T09:30:00Z',
  date: '2026-03-02',
  time: '09:30',
  email: 'lucia@example.com',
  'idn-email': 'lucia@example.com',
  phone: '+34600000001',
  uri: 'https://clinic.example/',
  'one-time-code': '123456',
}

/**
 * An example of a value of this schema, the same each time: a test sends every example of a body through the schema
 * of its call.
 */
export function exampleOf(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): unknown {
  const resolve = (node: JsonSchema): JsonSchema =>
    typeof node.$ref === 'string' ? resolve(components[node.$ref.replace('#/components/schemas/', '')] ?? {}) : node
  const exampleFor = (node: JsonSchema, name: string, depth: number): unknown => {
    const plain = resolve(node)
    if ('const' in plain) return plain.const
    if (Array.isArray(plain.enum)) return plain.enum[0]
    const choices = (plain.anyOf ?? plain.oneOf) as JsonSchema[] | undefined
    if (choices?.[0]) return exampleFor(choices[0], name, depth)
    switch (plain.type) {
      case 'object': {
        const required = (plain.required ?? []) as string[]
        // Deep objects show what they must have; others show everything.
        const shown = Object.entries((plain.properties ?? {}) as Record<string, JsonSchema>).filter(
          ([key]) => depth < 2 || required.includes(key),
        )
        return Object.fromEntries(shown.map(([key, value]) => [key, exampleFor(value, key, depth + 1)]))
      }
      case 'array':
        return Array.from({ length: Math.max(1, Number(plain.minItems ?? 1)) }, () =>
          exampleFor((plain.items ?? {}) as JsonSchema, name.replace(/s$/, ''), depth + 1),
        )
      case 'integer':
      case 'number':
        return Math.min(Math.max(Number(plain.minimum ?? 0), 1), Number(plain.maximum ?? 1))
      case 'boolean':
        return true
      case 'null':
        return null
      case 'string':
        return textFor(plain, name)
      default:
        return BY_NAME[name] ?? {}
    }
  }
  return exampleFor(schema, '', 0)
}

function textFor({ format, pattern, minLength, maxLength }: JsonSchema, name: string): unknown {
  const known = BY_FORMAT[String(format)] ?? BY_NAME[name] ?? 'text'
  const long = String(known)
    .padEnd(Number(minLength ?? 0), 'x')
    .slice(0, Number(maxLength ?? 200))
  return pattern && !new RegExp(String(pattern), 'u').test(long) ? fitting(String(pattern)) : long
}

const HEX = '0123456789ABCDEF'
/** Values of the usual shapes: codes, dates, keys and digests of each length that a schema asks for. */
const CANDIDATES = [
  ...['ES', 'es', 'A', 'a1', '28001', '123456', '12345678901', '09:30', 'AB12CD34', '2026-03-02', '+34600000001'],
  ...['N02BE01', '**** 4242', '1234567890.1234567890', 'https://clinic.example/', 'assets/index.js'],
  `sha-256 ${Array(32).fill('AB').join(':')}`,
  ...[22, 32, 43, 48, 64, 87].flatMap((length) => [HEX.toLowerCase().repeat(6).slice(0, length)]),
]

/** The first of some usual values that matches. */
const fitting = (pattern: string): string =>
  CANDIDATES.find((candidate) => new RegExp(pattern, 'u').test(candidate)) ?? ''
