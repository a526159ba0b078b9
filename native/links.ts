import { readFileSync } from 'node:fs'

/** The source text of the patient app's route table. */
export const readRoutes = (): string => readFileSync(new URL('../web/routes.ts', import.meta.url), 'utf8')

/** Extracts the paths from the route table with a regular expression. */
export function routePaths(manifest: string): string[] {
  return [...manifest.matchAll(/\bpath: '(\/[^']+)'/g)].map(([_whole, path = '']) => path)
}

/** The path prefixes that Android matches links with: the first segment of each route. */
export function linkPrefixes(paths: readonly string[]): string[] {
  const first = paths.map((path) => `/${path.split('/')[1]}`)
  return [...new Set(first)].sort()
}

const BLOCK = /( *)<!-- paths -->[\s\S]*?<!-- \/paths -->/

/** The Android manifest with exactly these paths in its link filter. */
export function withLinks(androidManifest: string, prefixes: readonly string[]): string {
  return androidManifest.replace(BLOCK, (_, indent: string) => {
    const lines = prefixes.map((prefix) => `${indent}<data android:pathPrefix="${prefix}" />`)
    return [`${indent}<!-- paths -->`, ...lines, `${indent}<!-- /paths -->`].join('\n')
  })
}
