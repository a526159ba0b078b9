import type { Source } from './check-arrows.ts'

/** A finger hovers over nothing, and what it touched last stays lit: `:hover` is for those who have a pointer. */
export function hoverProblems(sources: readonly Source[]): string[] {
  return sources.filter(({ path }) => path.endsWith('.css')).flatMap(({ path, text }) => bareHovers(path, text))
}

function bareHovers(path: string, text: string): string[] {
  const css = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  const around: string[] = []
  const problems: string[] = []
  let line = 1
  for (const [piece] of css.matchAll(/[^{};]*[{};]/g)) {
    const words = piece.slice(0, -1)
    if (piece.endsWith('{')) {
      const isFree = ![...around, words].some((outer) => /@media[^{]*\(hover: hover\)/.test(outer))
      if (words.includes(':hover') && isFree) {
        const at = line + words.slice(0, words.indexOf(':hover')).split('\n').length - 1
        problems.push(`${path}:${at} has :hover outside of @media (hover: hover)`)
      }
      around.push(words)
    } else if (piece.endsWith('}')) around.pop()
    line += piece.split('\n').length - 1
  }
  return problems
}
