import { readFileSync } from 'node:fs'

/** The patient app's route table, as text. */
export const readRoutes = (): string => readFileSync(new URL('../web/routes.ts', import.meta.url), 'utf8')

/** Reads the paths out of the routes: the lines, not the language. */
export function routePaths(manifest: string): string[] {
  return [...manifest.matchAll(/\bpath: '(\/[^']+)'/g)].map(([_whole, path = '']) => path)
}

/** What Android compares a link's path with: the part of each path before its first parameter. */
export function linkPrefixes(paths: readonly string[]): string[] {
  const first = paths.map((path) => `/${path.split('/')[1]}`)
  return [...new Set(first)].sort()
}

const BLOCK = /( *)<!-- paths -->[\s\S]*?<!-- \/paths -->/

/** The manifest of the Android project with exactly these paths in its filter of links. */
export function withLinks(androidManifest: string, prefixes: readonly string[]): string {
  return androidManifest.replace(BLOCK, (_, indent: string) => {
    const lines = prefixes.map((prefix) => `${indent}<data android:pathPrefix="${prefix}" />`)
    return [`${indent}<!-- paths -->`, ...lines, `${indent}<!-- /paths -->`].join('\n')
  })
}
