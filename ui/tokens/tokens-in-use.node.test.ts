import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const styles = globSync('{ui,web,desk}/**/*.css', { cwd: ROOT, exclude: ['**/dist/**', '**/node_modules/**'] })

/** `--control` and `--text-small` are lengths: used as a colour, they make the declaration invalid. */
const LENGTH = /^--(control|gap|gutter|text|radius|column|header|tab-bar|rail|quick|enter|slide)\b/
const COLOURED =
  /^\s*(?:color|background(?:-color)?|border(?:-\w+)*-color|outline-color|fill|stroke):.*var\((--[\w-]+)/gm

test('no style sheet uses a length as a colour', () => {
  const painted = styles.flatMap((path) =>
    [...read(path).matchAll(COLOURED)].map(([_whole, token = '']) => ({ path, token })),
  )
  expect(painted.length).toBeGreaterThan(100)
  expect(painted.filter(({ token }) => LENGTH.test(token))).toEqual([])
})
