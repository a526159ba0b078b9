import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './run.ts'

interface Locked {
  resolved?: string
  integrity?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}

describe('package-lock.json', () => {
  const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> }
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

  test('the lock file names no registry, so that each machine uses its own', () => {
    expect(installed.filter(([_, { resolved }]) => resolved !== undefined)).toEqual([])
    expect(text).not.toMatch(/"resolved": "\w+:/)
  })

  test('every installed package is the locked one', () => {
    expect(installed.length).toBeGreaterThan(100)
    expect(installed.filter(([_, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  })

  test('no package runs a script when it is installed', () => {
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true')
  })

  test('the packages of every platform are locked; otherwise npm ci refuses on all of them', () => {
    const locked = new Set(Object.keys(packages).map((path) => path.replace(/.*node_modules\//, '')))
    const optionalNames = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    )
    expect(optionalNames.filter((name) => !locked.has(name))).toEqual([])
  })
})

test('Node.js is locked for each platform, at an exact version 24', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const { optionalDependencies = {} }: Locked = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']
  expect(Object.keys(optionalDependencies)).toEqual(platforms.map((platform) => `node-${platform}`))
  for (const [name, version] of Object.entries(optionalDependencies)) {
    expect(version).toMatch(/^(npm:node-bin-[\w-]+@)?24\.\d+\.\d+$/)
    expect(packages[`node_modules/${name}`].version).toBe(version.replace(/.*@/, ''))
  }
})

test('every workspace has a version: the list of materials of an image names none without', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'))
  const { workspaces } = read('.') as { workspaces: string[] }
  expect(workspaces.filter((path) => !read(path).version)).toEqual([])
})
