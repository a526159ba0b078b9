import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../preflight.mjs'
import { lastLines, ROOT, run } from '../run.ts'

const SHIPPED = join(ROOT, 'content', 'strapi')
const PLACE = join(ROOT, '.cache', 'strapi')

/**
 * The Strapi app that we ship, ready to run in a folder of its own: Strapi is none of the product's dependencies. Only a
 * changed `package.json` asks the registry.
 */
export async function installStrapi(say: (line: string) => void): Promise<string> {
  mkdirSync(PLACE, { recursive: true })
  for (const name of readdirSync(PLACE)) if (!KEPT.has(name)) rmSync(join(PLACE, name), { recursive: true })
  cpSync(SHIPPED, PLACE, {
    recursive: true,
    filter: (path) => !/\/(node_modules|\.strapi|build|dist)(\/|$)/.test(path.slice(SHIPPED.length)),
  })
  const wanted = readFileSync(join(SHIPPED, 'package.json'), 'utf8')
  const note = join(PLACE, 'node_modules', '.installed.json')
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted) return PLACE
  say('Installing Strapi (some 700 MB, two minutes) …')
  // It needs no program that a package would fetch or build: PostgreSQL's client is plain JavaScript.
  const args = ['install', '--omit=dev', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund']
  const { code, output } = await run('npm', args, { cwd: PLACE, env: ownEnv() })
  if (code !== 0) throw new Problem(`Strapi could not be installed:\n${lastLines(output)}`)
  writeFileSync(note, wanted)
  return PLACE
}
const KEPT = new Set(['node_modules'])

/** Without what an npm that started us says of this project. */
const ownEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(package|lifecycle|config_local_prefix)|INIT_CWD)/i.test(name),
    ),
  )
