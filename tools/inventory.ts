import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedPackage, licenceProblems, lockedPackages } from './licences.ts'
import { Problem } from './preflight.mjs'
import { ROOT, run } from './run.ts'

/** Beside the apps' builds: the software inventory for operators. */
export const INVENTORY_FOLDER = join(ROOT, 'dist')

/** Writes `sbom.cdx.json` (CycloneDX) and `third-party-licences.txt` for run-time dependencies only. */
export async function writeInventory(): Promise<void> {
  const packages = lockedPackages(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const problems = licenceProblems(packages)
  if (problems.length > 0) throw new Problem(problems.join('\n'))
  mkdirSync(INVENTORY_FOLDER, { recursive: true })
  writeFileSync(join(INVENTORY_FOLDER, 'sbom.cdx.json'), await materials())
  writeFileSync(join(INVENTORY_FOLDER, 'third-party-licences.txt'), licenceTexts(packages))
}

/** npm's list of the lock file, made offline. npm names the product after its folder. */
async function materials(): Promise<string> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev']
  const { code, output } = await run('npm', [...args, '--loglevel=silent'], { cwd: ROOT })
  if (code !== 0)
    throw new Problem(`The list of materials could not be written (npm sbom, npm 10 or newer):\n${output}`)
  const bom = JSON.parse(output.slice(output.indexOf('{')))
  bom.metadata.component.name = 'cuida'
  const driver = bom.components.find(({ name }: { name: string }) => name === 'postgres')
  const content = readFileSync(join(ROOT, 'tools', 'postgres-3.4.9.patch'), 'utf8')
  driver.pedigree = { patches: [{ type: 'unofficial', diff: { text: { content } } }] }
  return `${JSON.stringify(bom, null, 2)}\n`
}

const isText = (name: string) => /^(licen[cs]e|copying|notice)/i.test(name)

/** The installed packages with their licence texts. */
export function licenceTexts(packages: readonly LockedPackage[], root = ROOT): string {
  const shipped = packages.filter(({ dev, path }) => !dev && existsSync(join(root, path)))
  return shipped
    .map((one) => [headOf(one), ...textsOf(join(root, one.path))].join('\n\n'))
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}

const headOf = ({ name, version, licence }: LockedPackage) => `${name} ${version}\n${licence}`

const textsOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isText(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
