import { parseSync } from 'vite'

/** A piece of a source, as its parser sees it. */
export type Node = { type: string; [field: string]: unknown }

export const parsed = (path: string, text: string): Node => parseSync(path, text).program as unknown as Node

export const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
export const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => [value].flat().filter(isNode))

/** This one and all that stand in it. */
export function allIn(node: Node): Node[] {
  const all = [node]
  for (const one of all) all.push(...childrenOf(one))
  return all
}

export function memberOf(object: Node, name: string): Node | undefined {
  const members = object.properties as { key?: { name?: string }; value?: Node }[]
  return members.find(({ key }) => key?.name === name)?.value
}

/** Every module that a file takes something from, and under which names. Types are none. */
export function importsIn(program: Node): { from: string; names: string[] }[] {
  return (program.body as Node[])
    .filter(({ type, importKind }) => type === 'ImportDeclaration' && importKind !== 'type')
    .map(({ source, specifiers }) => ({
      from: String((source as { value: string }).value),
      names: (specifiers as { local: { name: string }; importKind?: string }[])
        .filter(({ importKind }) => importKind !== 'type')
        .map(({ local }) => local.name),
    }))
}
