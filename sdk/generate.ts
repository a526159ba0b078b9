import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'

const HERE = import.meta.dirname
const ROOT = join(HERE, '..')
/** TypeScript 7 has no JavaScript API, which the generator needs, so this folder has a TypeScript of its own. */
const TSC = join(HERE, 'node_modules', 'typescript', 'bin', 'tsc')

// npm run sdk -- FOLDER: a package with a typed client of the API, from docs/openapi.json.
const [folder] = process.argv.slice(2)
if (!folder) fail('Name the folder to write: npm run sdk -- FOLDER')
else await generate(resolve(folder))

async function generate(target: string): Promise<void> {
  if (existsSync(target) && readdirSync(target).length > 0) return fail(`${target} is not empty.`)
  mkdirSync(target, { recursive: true })
  await createClient({
    input: join(ROOT, 'docs', 'openapi.json'),
    output: { path: join(target, 'src'), module: { extension: '.js' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', { name: '@hey-api/client-fetch', throwOnError: true }],
    logs: { level: 'silent' },
  })
  writeFileSync(
    join(target, 'src', 'cuida.ts'),
    "export * from './index.js'\nexport { client } from './client.gen.js'\nexport { createClient, createConfig } from './client/index.js'\n",
  )
  copyFileSync(join(HERE, 'README.md'), join(target, 'README.md'))
  copyFileSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'))
  write(join(target, 'package.json'), {
    name: 'cuida-api',
    version: '1.0.0',
    license: 'Apache-2.0',
    type: 'module',
    exports: { '.': { types: './dist/cuida.d.ts', default: './dist/cuida.js' } },
    files: ['dist', 'src'],
    engines: { node: '>=20' },
  })
  write(join(target, 'tsconfig.json'), {
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: [],
      strict: true,
      declaration: true,
      rootDir: 'src',
      outDir: 'dist',
    },
    include: ['src'],
  })
  const { status, stdout } = spawnSync(process.execPath, [TSC, '--project', target], { encoding: 'utf8' })
  if (status !== 0) return fail(`The client could not be compiled:\n${stdout}`)
  console.log(`Wrote the package cuida-api to ${target}`)
}

function write(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
