import { parseSync } from 'vite'

/** A node of the syntax tree. */
export type Node = { type: string; [field: string]: unknown }

export const parseSource = (path: string, text: string): Node => parseSync(path, text).program as unknown as Node

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => [value].flat().filter(isNode))

/** The node and all its descendants. */
export function allNodesIn(node: Node): Node[] {
  const all = [node]
  for (const one of all) all.push(...childrenOf(one))
  return all
}
