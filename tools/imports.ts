/** One import as it is written: `import type` leaves nothing at run time. */
export interface Import {
  to: string
  typeOnly: boolean
}

const STATEMENT = /^\s*(?:import|export)\s+(type\s)?(?:[\w$*\s{},]*?\sfrom\s*)?['"]([^'"\n]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"]/g

/** What a file's text imports. Reads the lines, not the language: enough for code that a formatter has laid out. */
export function importsOf(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const statements = [...code.matchAll(STATEMENT)].map(([_whole, type, to = '']) => ({
    to,
    typeOnly: type !== undefined,
  }))
  const dynamic = [...code.matchAll(DYNAMIC)].map(([_, to = '']) => ({ to, typeOnly: false }))
  return [...statements, ...dynamic]
}
