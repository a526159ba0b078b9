import type { Call } from '@cuida/core/kit/call.ts'

interface Shaped {
  path: string
  body: string | undefined
}

const namesOf = (schema: unknown): string[] | undefined =>
  typeof schema === 'object' && schema !== null && 'entries' in schema
    ? Object.keys(schema.entries as object)
    : undefined

/** Splits one input object into the path, query and body that a call declares. */
export function buildRequest(call: Call, input: Readonly<Record<string, unknown>>): Shaped {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([_whole, name = '']) => name)
  const inQuery = namesOf(call.query) ?? []
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams()
  for (const name of inQuery) {
    // A list is sent by repeating its name (`status=QUEUED&status=ACTIVE`).
    for (const value of [input[name]].flat())
      if (value !== undefined && value !== null) query.append(name, String(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  return { path: path + search, body: bodyOf(call, input, [...inPath, ...inQuery]) }
}

function bodyOf(call: Call, input: Readonly<Record<string, unknown>>, elsewhere: string[]): string | undefined {
  if (call.method === 'GET') return undefined
  // An empty body is still JSON: the server refuses a JSON content type without a body.
  if (!call.body) return call.method === 'DELETE' ? undefined : '{}'
  // A name that the body declares belongs there, even if the path has it too. A union declares no names and receives
  // all that remain.
  const declared = namesOf(call.body)
  const belongs = (name: string) => (declared ? declared.includes(name) : !elsewhere.includes(name))
  return JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => belongs(name))))
}
