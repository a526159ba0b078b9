import type { Source } from './check-arrows.ts'

/** `lazy('Name', () => import(…))`, `part(() => import(…))`, and routes, whose screens are parts. */
const TRIED_AGAIN =
  /(?:\b(?:lazy\(\s*'\w+',|part\(|pick\('\w+',|withWords\()\s*\(\) =>|\bconst of\w+ = \(\) =>)\s*import\(/g
const OTHERS = /\bimport\(/g
const REACTS = /import\s[^;'"]*\b(lazy|Suspense)\b[^;'"]*\sfrom 'react'/
/** Types that are named by where they stand; tests that bring in what they try; and the phone's files, which are at hand. */
const isFree = (path: string) => /\.test\.tsx?$/.test(path) || path === 'web/native.tsx'

/**
 * Code that comes later comes by `ui/lazy`: anything else throws what the network lost at the screen around it, once and
 * for ever.
 */
export function loadingProblems(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => /^(ui|web|desk)\/.*\.tsx?$/.test(path) && !isFree(path) && !path.includes('vite.'))
    .flatMap(({ path, text }) => {
      const code = text
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/^\s*\/\/.*$/gm, '')
        .replace(/typeof import\(/g, '')
      const bare = (code.match(OTHERS)?.length ?? 0) - (code.match(TRIED_AGAIN)?.length ?? 0)
      return [
        ...(bare > 0 ? [`${path} loads code with a bare import(): use lazy or part of ui/lazy`] : []),
        ...(REACTS.test(code) ? [`${path} takes lazy or Suspense from React: use lazy of ui/lazy`] : []),
      ]
    })
}
