import type { SourceFile } from './files.ts'
import { allNodesIn, type Node, parseSource } from './syntax.ts'

// A setting that no code reads is a false promise to authors of bundles and to operators. Only taking its value
// counts: a mention in a schema, bundle, list of names, type or comment does not.

interface Schema {
  entries?: Record<string, Schema>
  wrapped?: Schema
}

/** The settings that a schema declares; members of a group as `group.member`. */
export function declaredSettings(schema: object): string[] {
  return Object.entries(unwrapped(schema).entries ?? {}).flatMap(([name, one]) => {
    const members = declaredSettings(one)
    return members.length > 0 ? members.map((member) => `${name}.${member}`) : [name]
  })
}

const unwrapped = (schema: Schema): Schema => (schema.wrapped ? unwrapped(schema.wrapped) : schema)

/** Every name whose value a file reads: `config.name`, `const { name } = config`, and `get('NAME')`. */
export function findReadNames({ path, text }: SourceFile): string[] {
  const nodes = allNodesIn(parseSource(path, text))
  const assignmentTargets = new Set(nodes.filter(({ type }) => type === 'AssignmentExpression').map(({ left }) => left))
  return nodes.filter((node) => !assignmentTargets.has(node)).flatMap(readBy)
}

function readBy(node: Node): string[] {
  switch (node.type) {
    case 'MemberExpression':
      if (!node.computed) return [nameOf(node.property)]
      return [wordOf(node.property) || `${takenFrom(node.object as Node)}.*`]
    case 'ObjectPattern':
      return (node.properties as { key?: Node }[]).map(({ key }) => nameOf(key))
    // Environment settings are read by name as a call argument; names that are only listed do not count.
    case 'CallExpression':
      return (node.arguments as Node[]).map(wordOf)
    default:
      return []
  }
}

/** A member access by variable reads all members. */
const takenFrom = (object: Node): string => nameOf(object.type === 'MemberExpression' ? object.property : object)

const nameOf = (node: unknown): string => String((node as Node | undefined)?.name ?? '')
const wordOf = (node: unknown): string => String((node as Node | undefined)?.value ?? '')

/** A group is read as a whole or by members; in the second case the member's own name must be read. */
export const isSettingRead = (setting: string, reads: ReadonlySet<string>): boolean =>
  setting.split('.').every((name, at, names) => reads.has(name) || reads.has(`${names[at - 1]}.*`))
