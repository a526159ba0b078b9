import type { Call } from '@cuida/core/kit/call.ts'
import { type JsonSchema, replySchemaOf } from '../kit/http/schema.ts'
import { nameOf } from './test-actors.ts'

// What every reply may hold, and for whom, written down a second time: server/testing/replies.txt is the list,
// server/testing/replies.test.ts compares. A member that a reply gains is told to nobody before somebody has read its line.

type Node = JsonSchema & {
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** Who hears the reply: `clinical-manager`, `staff`, `access`, `mfa or totp`. */
export const audienceOf = ({ access, role }: Call): string => role ?? [access].flat().join(' or ')

/** `GET /desk/me · staff: { email id name }`; what a reply is of, in its declaration's order and without its types. */
export function replyLine(call: Call): string {
  const what = call.reply ? shapeOf(replySchemaOf(call.reply) as Node) : call.file ? 'a file' : 'nothing'
  return `${nameOf(call)} · ${audienceOf(call)}: ${what || 'a value'}`
}

/** Members by name, a list in brackets, what is one of several shapes with a bar between them; `anything` is open. */
function shapeOf(node: Node): string {
  if (node.anyOf) return [...new Set(node.anyOf.map(shapeOf))].filter(Boolean).join(' | ')
  if (node.items) return `[${shapeOf(node.items)}]`
  if (node.patternProperties) return `{ *${inside(Object.values(node.patternProperties)[0])} }`
  const isOpen = node.type === undefined && node.const === undefined && node.enum === undefined
  if (isOpen || (node.type === 'object' && !node.properties)) return 'anything'
  return node.properties ? `{ ${Object.entries(node.properties).map(member).join(' ')} }` : ''
}

const member = ([name, node]: [string, Node]): string => name + inside(node)
const inside = (node: Node | undefined): string => {
  const shape = node ? shapeOf(node) : ''
  return shape && shape !== '[]' ? `: ${shape}` : ''
}

/** Every member's name, wherever in the reply it stands. */
export function wordsOf(call: Call): Set<string> {
  const words = new Set<string>()
  const collect = (node: Node): void => {
    for (const [name, value] of Object.entries(node.properties ?? {})) {
      words.add(name)
      collect(value)
    }
    for (const value of [...Object.values(node.patternProperties ?? {}), ...(node.anyOf ?? [])]) collect(value)
    if (node.items) collect(node.items)
  }
  if (call.reply) collect(replySchemaOf(call.reply) as Node)
  return words
}
