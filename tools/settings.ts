import type { Source } from './files.ts'
import { allIn, type Node, parsed } from './syntax.ts'

// A setting that nothing reads is a promise to whoever writes a bundle or starts a server. What counts is that code takes its
// value: that a schema, a bundle, a list of names, a type or a comment mentions it does not.

interface Schema {
  entries?: Record<string, Schema>
  wrapped?: Schema
}

/** The settings that a schema declares, a group's members by `group.member`. */
export function settingsOf(schema: object): string[] {
  return Object.entries(unwrapped(schema).entries ?? {}).flatMap(([name, one]) => {
    const members = settingsOf(one)
    return members.length > 0 ? members.map((member) => `${name}.${member}`) : [name]
  })
}

const unwrapped = (schema: Schema): Schema => (schema.wrapped ? unwrapped(schema.wrapped) : schema)

/** Every name whose value a file takes from something: `config.name`, `const { name } = config`, and `get('NAME')`. */
export function readsIn({ path, text }: Source): string[] {
  const nodes = allIn(parsed(path, text))
  const written = new Set(nodes.filter(({ type }) => type === 'AssignmentExpression').map(({ left }) => left))
  return nodes.filter((node) => !written.has(node)).flatMap(readBy)
}

function readBy(node: Node): string[] {
  switch (node.type) {
    case 'MemberExpression':
      if (!node.computed) return [nameOf(node.property)]
      return [wordOf(node.property) || `${takenFrom(node.object as Node)}.*`]
    case 'ObjectPattern':
      return (node.properties as { key?: Node }[]).map(({ key }) => nameOf(key))
    // Settings of the place are asked for by name: what a list merely holds is asked for by nobody.
    case 'CallExpression':
      return (node.arguments as Node[]).map(wordOf)
    default:
      return []
  }
}

/** Where a member is chosen by a variable, all of them are read. */
const takenFrom = (object: Node): string => nameOf(object.type === 'MemberExpression' ? object.property : object)

const nameOf = (node: unknown): string => String((node as Node | undefined)?.name ?? '')
const wordOf = (node: unknown): string => String((node as Node | undefined)?.value ?? '')

/** A group is read as a whole or by its members; a member’s own name is what must be taken in the second case. */
export const isRead = (setting: string, reads: ReadonlySet<string>): boolean =>
  setting.split('.').every((name, at, names) => reads.has(name) || reads.has(`${names[at - 1]}.*`))
